import { oneAtATime } from '../base/lifecycle';
import { errorName, type Log } from '../base/log';
import {
  digestOf,
  documentText,
  emptyDraft,
  isBlank,
  isUnchangedSince,
  withDocument,
  withImagesOfText,
  type Draft,
} from './draft';
import { type DraftEditors, DraftError, type DraftFiles, type StoredDraft } from './draftFiles';
import { draftIn, restingState, stateAfter, type DraftEvent, type DraftState } from './draftState';
import type { DraftLocks } from './draftLocks';

/** Milliseconds between an edit and writing it to disk. */
const saveDelay = 250;

export interface OpenDraftPorts {
  readonly files: DraftFiles;
  readonly locks: DraftLocks;
  readonly editors: DraftEditors;
  readonly log: Log;
  readonly now: () => number;
  readonly newId: () => string;
  /** Called when a draft can't be written. Called again only after it could be written in between. */
  readonly onTrouble: (error: DraftError) => unknown;
}

/** A draft that this window has open. It has locked it, so that no other window writes it. */
export class OpenDraft {
  /** See {@link StoredDraft.folders}. */
  readonly folders: readonly string[] | undefined;
  readonly #ports: OpenDraftPorts;
  readonly #inTurn = oneAtATime();
  #id: string;
  #state: DraftState;
  #saved: StoredDraft | undefined;
  #saveTimer: NodeJS.Timeout | undefined;

  /**
   * @param stored the draft on disk, including the bytes of its images; absent for a new draft
   * @param folders the {@link StoredDraft.folders} of a new draft
   */
  constructor(id: string, stored: StoredDraft | undefined, folders: readonly string[], ports: OpenDraftPorts) {
    this.#id = id;
    this.#ports = ports;
    this.folders = stored ? stored.folders : folders;
    this.#saved = stored;
    this.#state = restingState(stored?.draft ?? emptyDraft);
  }

  /** Changes if another window takes over the draft: what this window has of it goes on as a new draft. */
  get id(): string {
    return this.#id;
  }

  /** The draft in this window, without the text of its document, which {@link read} adds. */
  get draft(): Draft {
    return draftIn(this.#state);
  }

  get isBeingSent(): boolean {
    return this.#state.kind === 'sending';
  }

  get isFinished(): boolean {
    return this.#state.kind === 'finished';
  }

  get isUnwritable(): boolean {
    return this.#state.kind === 'unwritable';
  }

  get path(): string | undefined {
    const { document } = this.draft;
    return document === undefined ? undefined : this.#ports.files.fileOf(this.#id, document);
  }

  /** The draft in this window, with the text of its document. */
  async read(): Promise<Draft> {
    const { draft, path } = this;
    return path === undefined ? draft : { ...draft, body: (await this.#ports.editors.read(path)) ?? '' };
  }

  /** Changes the draft, except for the text of its document. Written after a short delay, or by the next operation. */
  edit(draft: Draft): void {
    this.#apply({ kind: 'edit', draft: this.path === undefined ? draft : withImagesOfText(draft, this.draft) });
    this.#saveTimer ??= setTimeout(() => void this.flush().catch(() => undefined), saveDelay);
  }

  /** Writes the draft to disk now. If that fails, calls `onTrouble`, unless the previous attempt has failed, too. */
  async flush(): Promise<void> {
    await this.#inTurn(async () => {
      const wasReported = this.isUnwritable;
      await this.#write().catch((error: unknown) => {
        if (!wasReported) this.#ports.onTrouble(error as DraftError);
      });
    });
  }

  /**
   * Moves the message, typed text and attachments included, to a new Markdown document. Does nothing if it has one already.
   * @param name the document's file name
   * @throws {DraftError}
   */
  async moveToEditor(name: string): Promise<void> {
    await this.#inTurn(async () => {
      if (this.isFinished) throw new DraftError('write', 'gone', this.#ports.files.pathOf(this.#id));
      // The command may have been run twice. The first run has moved the message, and a second move would empty its document.
      if (this.path !== undefined) return;
      let moved = await this.#writeDocument(name);
      // It's written again if it was edited during the write.
      while (moved !== this.draft) moved = await this.#writeDocument(name);
      this.#apply({ kind: 'edit', draft: withDocument(moved, name) });
      await this.#write();
      this.#ports.log.info('The message was moved to the editor.', { attachments: moved.attachments?.length ?? 0 });
    });
  }

  /**
   * Saves the draft together with a note that it may have been sent. To be called before it is sent: if this window closes
   * meanwhile, another one offers the draft with a warning.
   * @param sent the draft that the user reviewed
   * @param start the extension's own id of the start
   * @throws {DraftError} if that can't be written; nothing may be sent then
   */
  async beginSending(sent: Draft, start: string): Promise<void> {
    await this.#inTurn(async () => {
      const { path } = this;
      if (path !== undefined && (await this.#ports.editors.save(path)) === undefined) {
        if ((await this.#ports.editors.read(path)) !== undefined) throw new DraftError('write', 'unsaved', path);
        // The document was deleted by hand. The rest of the draft is sent, as the sheet shows it.
        const { document, ...rest } = this.draft;
        this.#apply({ kind: 'edit', draft: rest });
      }
      await this.#write();
      // If another window has taken over an edited draft, the write above has already given it a new id.
      if (this.#saved && !(await this.#ensureHeld())) {
        await this.#write();
        throw new DraftError('write', 'elsewhere', this.#ports.files.pathOf(this.#id));
      }
      if (!this.#apply({ kind: 'send', start: { id: start, digest: digestOf(sent) } }))
        throw new DraftError('write', this.isFinished ? 'gone' : 'held', this.#ports.files.pathOf(this.#id));
      await this.#write().catch((error: unknown) => {
        this.#apply({ kind: 'notStarted', start });
        throw error;
      });
    });
  }

  /** Applies the outcome of a start. After a successful one, the draft is deleted, unless it was edited meanwhile. */
  async finishSending(outcome: 'started' | 'notStarted' | 'mayHaveStarted', start: string): Promise<void> {
    await this.#inTurn(async () => {
      const now = outcome === 'started' ? await this.#closeDocument(start).catch(() => undefined) : undefined;
      this.#apply({ kind: outcome, start, now });
      if (!this.isFinished) return;
      // If it can't be deleted, it still isn't offered again, because the history knows that its start has succeeded.
      await this.#remove().catch((error: unknown) =>
        this.#ports.log.warn("The draft couldn't be deleted.", { error: errorName(error) }),
      );
    });
    await this.flush();
  }

  /** Deletes the draft. @throws {DraftError} if it is being sent, its editor stays open, or files can't be deleted */
  async discard(): Promise<void> {
    await this.#inTurn(async () => {
      const { path } = this;
      const file = path ?? this.#ports.files.pathOf(this.#id);
      if (this.isBeingSent) throw new DraftError('write', 'held', file);
      if (path !== undefined) {
        // Otherwise, VS Code asks whether to save a text that the user has just discarded.
        await this.#ports.editors.save(path).catch(() => undefined);
        if (!(await this.#ports.editors.close(path))) throw new DraftError('write', 'unsaved', path);
      }
      await this.#remove().catch((error: unknown) => {
        throw new DraftError('delete', errorName(error), file);
      });
      this.#apply({ kind: 'discard' });
    });
  }

  async release(): Promise<void> {
    await this.flush();
    // After this draft is finished, the lock may belong to another one that this window has opened with the same id.
    if (!this.isFinished) await this.#inTurn(() => this.#ports.locks.release(this.#id)).catch(() => undefined);
  }

  /** Renews the lock, which would expire. A lost one isn't taken back here: the next write notices that it was lost. */
  async renew(): Promise<void> {
    const { locks } = this.#ports;
    const renew = async () => (await locks.isLockedHere(this.#id)) && locks.acquire(this.#id);
    await this.#inTurn(renew).catch(() => undefined);
  }

  /**
   * Saves the document and closes its editors.
   * @returns the draft with its text; `undefined` if the text was edited since the start, or an editor stays open
   */
  async #closeDocument(start: string): Promise<Draft | undefined> {
    const { draft, path } = this;
    if (path === undefined) return draft;
    const body = await this.#ports.editors.save(path);
    const sent = draft.starts?.find(({ id }) => id === start);
    if (body === undefined || !sent || !isUnchangedSince({ ...draft, body }, sent)) return undefined;
    return (await this.#ports.editors.close(path)) ? { ...draft, body } : undefined;
  }

  async #writeDocument(name: string): Promise<Draft> {
    const { draft } = this;
    await this.#reportingFailure(async () => {
      // The record names the document before it exists: a document without a record would be a draft of its own.
      await this.#save(draft, name);
      await this.#ports.files.writeText(this.#id, name, documentText(draft));
    });
    return draft;
  }

  async #write(): Promise<void> {
    clearTimeout(this.#saveTimer);
    this.#saveTimer = undefined;
    if (this.isFinished) return;
    if (this.draft === this.#saved?.draft) this.#apply({ kind: 'saved' });
    else await this.#reportingFailure(() => this.#save(this.draft));
  }

  /** @param moving see {@link StoredDraft.moving} */
  async #save(draft: Draft, moving?: string): Promise<void> {
    await this.#ensureHeld();
    const { files, now } = this.#ports;
    if (isBlank(draft) && draft.document === undefined && moving === undefined) {
      if (this.#saved) await files.remove(this.#id, this.#saved);
      this.#saved = undefined;
      return;
    }
    const stored = { draft, at: now(), folders: this.folders, moving };
    await files.write(this.#id, stored, this.#saved?.draft);
    this.#saved = stored;
  }

  /**
   * Makes sure that no other window writes this draft. If one has taken it over, the draft continues here under a new id.
   * But a document can't belong to two drafts, so a draft with a document is finished here.
   * @returns false if it has a new id
   * @throws {DraftError} if it is finished
   */
  async #ensureHeld(): Promise<boolean> {
    if (await this.#isOrBecomesOurs()) return true;
    if (this.path !== undefined) {
      this.#apply({ kind: 'lost' });
      throw new DraftError('write', 'taken', this.#ports.files.pathOf(this.#id));
    }
    this.#id = this.#ports.newId();
    this.#saved = undefined;
    await this.#ports.locks.acquire(this.#id);
    return false;
  }

  async #isOrBecomesOurs(): Promise<boolean> {
    const { locks, files } = this.#ports;
    if (await locks.isLockedHere(this.#id)) return true;
    // Another window may have held it meanwhile, changed it, and released it. A draft that was never saved has no file.
    const savedAt = async () => (this.#saved ? (await files.read(this.#id))?.at : undefined);
    return locks.acquireIf(this.#id, async () => (await savedAt()) === this.#saved?.at);
  }

  /** Runs something that writes, and changes the state by its success or failure. @throws {DraftError} */
  async #reportingFailure(work: () => Promise<void>): Promise<void> {
    try {
      await work();
      this.#apply({ kind: 'saved' });
    } catch (reason) {
      const file = this.#ports.files.pathOf(this.#id);
      const error = reason instanceof DraftError ? reason : new DraftError('write', errorName(reason), file);
      this.#ports.log.warn("The draft couldn't be saved.", { error: error.code });
      this.#apply({ kind: 'notSaved', error });
      throw error;
    }
  }

  /** @throws the error that prevents it */
  async #remove(): Promise<void> {
    const { files, locks } = this.#ports;
    // If another window has taken it over, the files are that window's. If that can't be found out, they count as ours.
    if (this.#saved && (await this.#isOrBecomesOurs().catch(() => true))) await files.remove(this.#id, this.#saved);
    this.#saved = undefined;
    await locks.release(this.#id).catch(() => undefined);
  }

  /** False if the event can't occur in the current state. */
  #apply(event: DraftEvent): boolean {
    const next = stateAfter(this.#state, event);
    if (next) this.#state = next;
    return next !== undefined;
  }
}
