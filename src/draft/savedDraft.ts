import { contentOf, emptyDraft, isAsSent, isBlank, markSent, type Draft } from './draft';
import { DraftError, type DraftStore, type Sending } from './draftStore';
import { type Log, errorName } from '../base/log';
import { DraftFiles, type DraftFilesOptions } from './draftFiles';
import { areEqual, storable } from './draftFormat';

/** Time that typed text may stay in memory only, in milliseconds. */
const savesAfter = 250;

/** A draft in a file: VS Code writes its own state some time later, and a reload in between would lose typed text. */
export class SavedDraft implements DraftStore {
  readonly #files: DraftFiles;
  readonly #log: Log;
  readonly #options: DraftFilesOptions;
  /** Starts of the drafts being sent. These aren't offered again, but stored until the outcome is known. */
  readonly #sending = new Set<string>();
  /** Those of them whose place another draft took, by start. */
  readonly #moved = new Map<string, Sending>();
  /** The draft to be written to disk; `undefined` if it is there, or is being written. */
  #unsaved: Draft | undefined;
  /** One that couldn't be written: only this window has it. Where a text is elsewhere, what is there prevails. */
  #onlyHere: Draft | undefined;
  /** The user knows that drafts can't be saved at the moment. */
  #isTold = false;
  /** What the drafts that were sent said, see {@link contentOf}. */
  readonly #ended = new Set<string>();
  /** The documents to which drafts gave way, by what they say, and the starts that they had then. */
  readonly #aside = new Map<string, { readonly document: DraftStore; readonly sentAs: string | undefined }>();
  #timer: NodeJS.Timeout | undefined;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(folder: string, log: Log, options: DraftFilesOptions = {}) {
    this.#files = new DraftFiles(folder, log, { ...options, moveToDocument: this.#setAside });
    this.#log = log;
    this.#options = options;
  }

  /** @throws {DraftError} when it can't be read and the text is elsewhere: it would be unknown who wrote the text */
  load(): Promise<Draft> {
    return this.#load(() => this.#files.see());
  }

  peek(): Promise<Draft> {
    return this.#load();
  }

  async #load(onRead?: () => void): Promise<Draft> {
    const { hasTextElsewhere } = this.#options;
    const reading = this.#inTurn(async () => {
      const read = await this.#files.read();
      if (this.#onlyHere) return this.#onlyHere;
      onRead?.();
      return read;
    });
    const stored = hasTextElsewhere
      ? await reading
      : ((await reading.catch(this.#tell)) ?? this.#onlyHere ?? emptyDraft);
    return this.#isBeingSent(stored) ? emptyDraft : stored;
  }

  /** One that another window has edited since is another draft. */
  #isBeingSent(draft: Draft): boolean {
    return this.#sending.has(draft.sentAs ?? '') && isAsSent(draft);
  }

  /** Written a little later, or before any other operation: of typed text, only its latest state is worth writing. */
  save(draft: Draft): void {
    this.#unsaved = storable(draft);
    this.#timer ??= setTimeout(() => this.#queueUnsaved(), savesAfter);
  }

  /** Waits until everything saved is on disk, or its error was reported. */
  async flush(): Promise<void> {
    const here = this.#onlyHere;
    await this.#inTurn(() => this.#retry(here)).catch(this.#tell);
  }

  /** Like `save`, for callers that have to know that it is on disk. */
  async write(draft: Draft): Promise<void> {
    await this.#inTurn(() => this.#files.write(storable(draft)));
  }

  /** The user may be writing the next message already: that one stays. */
  async clear(sent: Draft): Promise<void> {
    const id = sent.sentAs ?? '';
    this.#sending.delete(id);
    const cleared = this.#inTurn(async () => {
      await this.#retry(sent).catch(this.#tell);
      if (this.#onlyHere && areEqual(this.#onlyHere, sent)) this.#onlyHere = undefined;
      if (areEqual(await this.#files.read(), sent)) {
        this.#files.see();
        await this.#files.write(emptyDraft);
      }
      await this.#moved.get(id)?.end();
    });
    await cleared.catch(this.#tell);
  }

  async beginSending(unsent: Draft, id: string): Promise<Sending> {
    const draft = markSent(unsent, id);
    await this.#inTurn(async () => {
      await this.#retry(unsent);
      await this.#files.read();
      if (this.#files.isTaken) {
        // The user is told; after that, it may be sent.
        this.#files.see();
        throw new DraftError('write', 'elsewhere', this.#files.path);
      }
      await this.#replace(unsent, draft);
      this.#sending.add(id);
      this.#ended.delete(contentOf(draft));
    });
    return {
      draft,
      end: () => {
        this.#ended.add(contentOf(draft));
        return this.clear(draft);
      },
      release: async () => {
        if (!this.#sending.delete(id)) return this;
        return (await this.#inTurn(() => this.#putBack(draft)).catch(this.#tell)) ?? this;
      },
    };
  }

  async restore(draft: Draft): Promise<Draft> {
    const content = contentOf(draft);
    // What was typed since may take its place first.
    const aside = await this.#inTurn(() => Promise.resolve(this.#aside.get(content)));
    const there = await aside?.document.peek().catch(() => undefined);
    const isOver = there && (isBlank(there) || there.sentAs !== aside?.sentAs);
    if (isOver || this.#ended.has(content)) return this.load();
    await this.#inTurn(() => this.#replace(draft, draft));
    this.#aside.delete(content);
    // It may have been edited there since.
    if (there && contentOf(there) === content) await aside?.document.clear(there);
    return draft;
  }

  /** What the user has begun here instead of it is moved elsewhere. */
  async #replace(known: Draft, draft: Draft): Promise<void> {
    const now = await this.#files.read();
    const isOther = (other: Draft) => !isBlank(other) && !areEqual(other, known) && !areEqual(other, draft);
    if (this.#onlyHere && isOther(this.#onlyHere)) await this.#moveAway(this.#onlyHere);
    if (isOther(now)) await this.#moveAway(now);
    this.#files.see();
    if (!areEqual(now, draft)) await this.#files.write(storable(draft));
    this.#onlyHere = undefined;
    this.#isTold = false;
  }

  /** Writes a draft that couldn't be written before. */
  async #retry(draft: Draft | undefined): Promise<void> {
    if (!draft || !this.#onlyHere || !areEqual(this.#onlyHere, draft)) return;
    this.#unsaved ??= this.#onlyHere;
    await this.#writeUnsaved();
  }

  readonly #setAside = async (draft: Draft): Promise<DraftStore | undefined> => {
    const document = await this.#options.moveToDocument?.(draft);
    if (document) this.#aside.set(contentOf(draft), { document, sentAs: draft.sentAs });
    return document;
  };

  /** One that is being sent is sent from there, so that a crash in the meantime leaves it. */
  async #moveAway(draft: Draft): Promise<void> {
    const id = draft.sentAs ?? '';
    if (this.#isBeingSent(draft) && this.#moved.has(id)) return;
    const document = await this.#setAside(draft);
    if (document && this.#isBeingSent(draft))
      this.#moved.set(id, await document.beginSending(await document.load(), id));
  }

  /** The user may be writing the next message already: then that one stays here. */
  async #putBack(draft: Draft): Promise<DraftStore | undefined> {
    const moved = this.#moved.get(draft.sentAs ?? '');
    const now = await this.#files.read();
    if (!areEqual(now, draft)) {
      if (!isBlank(now)) return moved ? moved.release() : this.#setAside(draft);
      await this.#files.write(storable(draft));
      await moved?.end();
    }
    // A sheet that was opened meanwhile doesn't have it.
    this.#files.hide();
    return this;
  }

  /** Reports an error that nobody waits for. */
  readonly #tell = (error: unknown): undefined => {
    if (!(error instanceof DraftError)) return undefined;
    const isWriting = error.action === 'write';
    if (!isWriting || !this.#isTold) this.#options.onTrouble?.(error);
    this.#isTold ||= isWriting;
    return undefined;
  };

  /**
   * Pending drafts are written before the next operation.
   * @throws {DraftError}
   */
  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    this.#queueUnsaved();
    return this.#queued(work);
  }

  #queueUnsaved(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#unsaved) this.#queued(() => this.#writeUnsaved()).catch(this.#tell);
  }

  async #writeUnsaved(): Promise<void> {
    const draft = this.#unsaved;
    this.#unsaved = undefined;
    if (!draft) return;
    try {
      const now = this.#sending.size > 0 ? await this.#files.read() : emptyDraft;
      if (!this.#isBeingSent(now)) await this.#files.write(draft);
      else if (!isBlank(draft)) {
        await this.#moveAway(now);
        this.#files.see();
        await this.#files.write(draft);
      }
      this.#onlyHere = undefined;
      this.#isTold = false;
    } catch (error) {
      if (!this.#options.hasTextElsewhere) this.#onlyHere = draft;
      throw error;
    }
  }

  async #queued<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#queue.then(work).catch((error: unknown) => {
      const told = error instanceof DraftError ? error : new DraftError('write', errorName(error), this.#files.path);
      if (told.action === 'write') this.#log.warn("The draft couldn't be saved.", { error: told.code });
      throw told;
    });
    this.#queue = done.catch(() => undefined);
    return done;
  }
}
