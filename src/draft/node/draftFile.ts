import { emptyDraft, isBlank, type Draft } from '../common/draft';
import { DraftError, type DraftStore } from '../common/drafts';
import type { Log } from '../../base/common/log';
import { DraftOnDisk, type DraftOnDiskOptions } from './draftOnDisk';
import { errorName } from '../../base/common/log';
import { areEqual, storable } from './storedDraft';

export interface DraftFileOptions extends DraftOnDiskOptions {
  /** Keeps a draft elsewhere when this file is taken by another; without, the other one gives way. */
  readonly moveToDocument?: (draft: Draft) => Promise<DraftStore>;
  /** Is told of what nobody waits for: a draft that cannot be read, or kept. */
  readonly onTrouble?: (error: DraftError) => unknown;
}

/** How long what is typed may stay in memory alone, in milliseconds. */
const savesAfter = 250;

/**
 * A draft in a file: VS Code's own state is written some time later, and a reload in between would lose what was
 * typed.
 */
export class DraftFile implements DraftStore {
  readonly #files: DraftOnDisk;
  readonly #log: Log;
  readonly #moveToDocument: DraftFileOptions['moveToDocument'];
  readonly #onTrouble: DraftFileOptions['onTrouble'];
  /** Whether there is a text to go on with when this cannot be read. */
  readonly #hasTextElsewhere: boolean;
  /** Only the sheet writes here. */
  readonly onDidChangeText = () => ({ dispose: () => undefined });
  /** Being sent. Not offered again, but kept until the outcome is known. */
  readonly #sending = new Set<Draft>();
  /** What is to be on disk; `undefined` when it is, or when it is being written. */
  #unsaved: Draft | undefined;
  #timer: NodeJS.Timeout | undefined;
  #queue = Promise.resolve();

  constructor(folder: string, log: Log, options: DraftFileOptions = {}) {
    this.#files = new DraftOnDisk(folder, log, options);
    this.#log = log;
    this.#moveToDocument = options.moveToDocument;
    this.#onTrouble = options.onTrouble;
    this.#hasTextElsewhere = options.hasTextElsewhere ?? false;
  }

  /** @throws {DraftError} when it cannot be read and the text is elsewhere: nobody knew then who wrote that */
  async load(): Promise<Draft> {
    let stored = emptyDraft;
    const done = this.#awaited(async () => {
      stored = await this.#files.read();
    });
    if (!this.#hasTextElsewhere) this.#tellTrouble(done);
    await (this.#hasTextElsewhere ? done : this.#queue);
    return [...this.#sending].some((held) => areEqual(held, stored)) ? emptyDraft : stored;
  }

  /** On disk a moment later, or before whatever else is done: of what is typed, only the latest state is worth writing. */
  save(draft: Draft): void {
    this.#unsaved = storable(draft);
    this.#timer ??= setTimeout(() => this.#queueUnsaved(), savesAfter);
  }

  /** Waits until all that was saved is on disk, or was told not to be. */
  async flush(): Promise<void> {
    this.#queueUnsaved();
    await this.#queue;
  }

  /** The same, for whoever has to know that it is on disk. */
  async write(draft: Draft): Promise<void> {
    await this.#awaited(() => this.#files.write(storable(draft)));
  }

  /** Somebody may be writing the next message already: that one stays. */
  clear(sent: Draft): void {
    for (const held of this.#sending) if (areEqual(held, sent)) this.#sending.delete(held);
    this.#inTurn(async () => {
      if (areEqual(await this.#files.read(), sent)) await this.#files.write(emptyDraft);
    });
  }

  /** To be released unless the draft was cleared in the meantime; then it is offered again, here or set aside. */
  markSending(draft: Draft): { release(): Promise<DraftStore> } {
    const held = { ...draft };
    this.#sending.add(held);
    return {
      release: async () => {
        let keptIn: DraftStore | undefined;
        if (this.#sending.delete(held)) {
          this.#inTurn(async () => {
            keptIn = await this.#putBack(draft);
          });
        }
        await this.#queue;
        return keptIn ?? this;
      },
    };
  }

  async restore(draft: Draft): Promise<Draft> {
    await this.#awaited(async () => {
      const now = await this.#files.read();
      if (areEqual(now, draft)) return;
      if (!isBlank(now)) await this.#moveToDocument?.(now);
      await this.#files.write(storable(draft));
    });
    return draft;
  }

  takeQuarantined(): readonly string[] {
    return this.#files.takeQuarantined();
  }

  /** Somebody may be writing the next message already: then that one stays here. */
  async #putBack(draft: Draft): Promise<DraftStore | undefined> {
    const now = await this.#files.read();
    if (isBlank(now)) await this.#files.write(storable(draft));
    return isBlank(now) || areEqual(now, draft) ? this : this.#moveToDocument?.(draft);
  }

  /** Nobody waits for how it ends: that is told. */
  #inTurn(work: () => Promise<void>): void {
    this.#tellTrouble(this.#awaited(work));
  }

  #tellTrouble(done: Promise<void>): void {
    done.catch((error: unknown) => {
      if (error instanceof DraftError) this.#onTrouble?.(error);
    });
  }

  /** @throws {DraftError} */
  #awaited(work: () => Promise<void>): Promise<void> {
    this.#queueUnsaved();
    return this.#queued(work);
  }

  /** What waits for its time has come before whatever is to be done now. */
  #queueUnsaved(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#unsaved) this.#tellTrouble(this.#queued(() => this.#writeUnsaved()));
  }

  /** @throws {DraftError} */
  async #queued(work: () => Promise<void>): Promise<void> {
    const done = this.#queue.then(work).catch((error: unknown) => {
      const told = error instanceof DraftError ? error : new DraftError('write', errorName(error), this.#files.path);
      if (told.action === 'write') this.#log.warn("The draft couldn't be saved.", { error: told.code });
      throw told;
    });
    this.#queue = done.catch(() => undefined);
    return done;
  }

  async #writeUnsaved(): Promise<void> {
    const draft = this.#unsaved;
    this.#unsaved = undefined;
    if (draft) await this.#files.write(draft);
  }
}
