import { emptyDraft, isBlank, markSent, type Draft } from './draft';
import { DraftError, type DraftStore, type Sending } from './draftStore';
import { type Log, errorName } from '../base/log';
import { DraftFiles, type DraftFilesOptions } from './draftFiles';
import { areEqual, storable } from './draftFormat';

export interface SavedDraftOptions extends DraftFilesOptions {
  /** Moves a draft elsewhere when this file is taken by another one; if absent, the other one gives way. */
  readonly moveToDocument?: (draft: Draft) => Promise<DraftStore>;
  /** Called with errors of operations that aren't awaited: a draft that can't be read or saved. */
  readonly onTrouble?: (error: DraftError) => unknown;
}

/** Time that typed text may stay in memory only, in milliseconds. */
const savesAfter = 250;

/** A draft in a file: VS Code writes its own state some time later, and a reload in between would lose typed text. */
export class SavedDraft implements DraftStore {
  readonly #files: DraftFiles;
  readonly #log: Log;
  readonly #moveToDocument: SavedDraftOptions['moveToDocument'];
  readonly #onTrouble: SavedDraftOptions['onTrouble'];
  /** True if the text is stored elsewhere and remains if this can't be read. */
  readonly #hasTextElsewhere: boolean;
  /** Only the sheet writes here. */
  readonly onDidChangeText = () => ({ dispose: () => undefined });
  /** Drafts being sent. Not offered again, but stored until the outcome is known. */
  readonly #sending = new Set<Draft>();
  /** The draft to be written to disk; `undefined` if it is there, or is being written. */
  #unsaved: Draft | undefined;
  #timer: NodeJS.Timeout | undefined;
  #queue = Promise.resolve();

  constructor(folder: string, log: Log, options: SavedDraftOptions = {}) {
    this.#files = new DraftFiles(folder, log, options);
    this.#log = log;
    this.#moveToDocument = options.moveToDocument;
    this.#onTrouble = options.onTrouble;
    this.#hasTextElsewhere = options.hasTextElsewhere ?? false;
  }

  /** @throws {DraftError} when it can't be read and the text is elsewhere: it would be unknown who wrote the text */
  async load(): Promise<Draft> {
    let stored = emptyDraft;
    const done = this.#awaited(async () => {
      stored = await this.#files.read();
    });
    if (!this.#hasTextElsewhere) this.#tellTrouble(done);
    await (this.#hasTextElsewhere ? done : this.#queue);
    return [...this.#sending].some((held) => areEqual(held, stored)) ? emptyDraft : stored;
  }

  /**
   * Written after a short delay, or before any other operation: of typed text, only the latest state is worth writing.
   */
  save(draft: Draft): void {
    this.#unsaved = storable(draft);
    this.#timer ??= setTimeout(() => this.#queueUnsaved(), savesAfter);
  }

  /** Waits until everything saved is on disk, or its error was reported. */
  async flush(): Promise<void> {
    this.#queueUnsaved();
    await this.#queue;
  }

  /** Like `save`, for callers that have to know that it is on disk. */
  async write(draft: Draft): Promise<void> {
    await this.#awaited(() => this.#files.write(storable(draft)));
  }

  /** The user may be writing the next message already: that one stays. */
  clear(sent: Draft): void {
    for (const held of this.#sending) if (areEqual(held, sent)) this.#sending.delete(held);
    this.#inTurn(async () => {
      if (areEqual(await this.#files.read(), sent)) await this.#files.write(emptyDraft);
    });
  }

  async beginSending(unsent: Draft, id: string): Promise<Sending> {
    const draft = markSent(unsent, id);
    const held = { ...draft };
    await this.#awaited(async () => {
      await this.#replace(unsent, draft);
      this.#sending.add(held);
    });
    return {
      draft,
      end: async () => {
        this.clear(draft);
        await this.#queue;
      },
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
    await this.#awaited(() => this.#replace(draft, draft));
    return draft;
  }

  takeQuarantined(): readonly string[] {
    return this.#files.takeQuarantined();
  }

  /** What the user has begun here instead of it is moved elsewhere. */
  async #replace(known: Draft, draft: Draft): Promise<void> {
    const now = await this.#files.read();
    if (areEqual(now, draft)) return;
    if (!isBlank(now) && !areEqual(now, known)) await this.#moveToDocument?.(now);
    await this.#files.write(storable(draft));
  }

  /** The user may be writing the next message already: then that one stays here. */
  async #putBack(draft: Draft): Promise<DraftStore | undefined> {
    const now = await this.#files.read();
    if (isBlank(now)) await this.#files.write(storable(draft));
    return isBlank(now) || areEqual(now, draft) ? this : this.#moveToDocument?.(draft);
  }

  /** Not awaited: errors are reported. */
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

  /** Pending drafts are written before the next operation. */
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
