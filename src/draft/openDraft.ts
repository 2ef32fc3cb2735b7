import { oneAtATime } from '../base/oneAtATime';
import { errorName, type Log } from '../base/log';
import { digestOf, emptyDraft, isAsSent, isBlank, messageOf, movedTo, type Draft } from './draft';
import { DraftError } from './draftError';
import type { DraftFiles, StoredDraft } from './draftFiles';
import { draftIn, restingState, stateAfter, type DraftEvent, type DraftState } from './draftState';
import type { Holds } from './holds';

/** Time that typed text may stay in memory only, in milliseconds. */
const savesAfter = 250;

/** The texts of documents, as editors have them. Paths are absolute. */
export interface DraftTexts {
  /** The text in the editor, saved or not; else in the file; `undefined` if that is gone. */
  read(file: string): Promise<string | undefined>;
  /** Saves it; `undefined` if that isn't possible, or if the file has another text than the editor. */
  save(file: string): Promise<string | undefined>;
  /** Closes its editors. False if one stays open. */
  close(file: string): Promise<boolean>;
}

export interface OpenDraftPorts {
  readonly files: DraftFiles;
  readonly holds: Holds;
  readonly texts: DraftTexts;
  readonly log: Log;
  readonly now: () => number;
  readonly newId: () => string;
  /** Called when a draft can't be written, once until it can. */
  readonly onTrouble: (error: DraftError) => unknown;
}

/** A draft that this window holds: no other one writes it. */
export class OpenDraft {
  /** As {@link StoredDraft.folders}. */
  readonly folders: readonly string[] | undefined;
  readonly #ports: OpenDraftPorts;

  readonly #inTurn = oneAtATime();
  #id: string;
  #state: DraftState;
  /** The draft as it is on disk. */
  #saved: StoredDraft | undefined;
  #timer: NodeJS.Timeout | undefined;

  /**
   * @param stored what is on disk, images included; absent for a new draft
   * @param folders of a new draft, as {@link StoredDraft.folders}
   */
  constructor(id: string, stored: StoredDraft | undefined, folders: readonly string[], ports: OpenDraftPorts) {
    this.#id = id;
    this.#ports = ports;
    this.folders = stored ? stored.folders : folders;
    this.#saved = stored;
    this.#state = restingState(stored?.draft ?? emptyDraft);
  }

  /** Changes when another window has taken over the draft with the previous id. */
  get id(): string {
    return this.#id;
  }

  /** The draft as it is in this window, without the text of a document, which `read` adds. */
  get draft(): Draft {
    return draftIn(this.#state);
  }

  get isBeingSent(): boolean {
    return this.#state.kind === 'sending';
  }

  get isOver(): boolean {
    return this.#state.kind === 'over';
  }

  /** True if only this window has what was written last. */
  get isUnwritable(): boolean {
    return this.#state.kind === 'unwritable';
  }

  /** Path of the Markdown file that has its text, if it is written in an editor. */
  get path(): string | undefined {
    const { document } = this.draft;
    return document === undefined ? undefined : this.#ports.files.fileOf(this.#id, document);
  }

  async read(): Promise<Draft> {
    const { draft, path } = this;
    return path === undefined ? draft : { ...draft, body: (await this.#ports.texts.read(path)) ?? '' };
  }

  /** Changes the draft, except for a document's text. Written a little later, or before any other operation. */
  edit(draft: Draft): void {
    this.#become({ kind: 'edit', draft: this.draft.document === undefined ? draft : this.#besideText(draft) });
    this.#timer ??= setTimeout(() => void this.flush().catch(() => undefined), savesAfter);
  }

  /** Waits until it is on disk, or until it was told that it can't be: once, until it can. */
  async flush(): Promise<void> {
    await this.#inTurn(async () => {
      const wasTold = this.isUnwritable;
      await this.#write().catch((error: unknown) => {
        if (!wasTold) this.#ports.onTrouble(error as DraftError);
      });
    });
  }

  /**
   * Continues it in an editor: what was typed and attached becomes part of the text.
   * @param name of the Markdown file
   * @throws {DraftError}
   */
  async moveToEditor(name: string): Promise<void> {
    await this.#inTurn(async () => {
      const { draft } = this;
      await this.#writing(async () => {
        // The record says so first: otherwise, if this process ended in between, the text would be a second draft.
        await this.#save(draft, name);
        await this.#ports.files.writeText(this.#id, name, messageOf(draft));
      });
      this.#become({ kind: 'edit', draft: movedTo(name, draft) });
      await this.#write();
      this.#ports.log.info('The message was moved to the editor.', { attachments: draft.attachments?.length ?? 0 });
    });
  }

  /**
   * On disk, marked as sent, before anything leaves: if this window closes then, it is offered with a warning.
   * @param sent the draft as it was reviewed
   * @param start the extension's own id of the start
   * @throws {DraftError} when it isn't on disk: then nothing may be sent
   */
  async beginSending(sent: Draft, start: string): Promise<void> {
    await this.#inTurn(async () => {
      const { path } = this;
      if (path !== undefined && (await this.#ports.texts.save(path)) === undefined)
        throw new DraftError('write', 'unsaved', path);
      await this.#write();
      if (this.#saved && !(await this.#keepHold())) {
        await this.#write();
        throw new DraftError('write', 'elsewhere', this.#ports.files.pathOf(this.#id));
      }
      if (!this.#become({ kind: 'send', start: { id: start, digest: digestOf(sent) } }))
        throw new DraftError('write', this.isOver ? 'gone' : 'held', this.#ports.files.pathOf(this.#id));
      await this.#write().catch((error: unknown) => {
        this.#become({ kind: 'notStarted', start });
        throw error;
      });
    });
  }

  /** Applies the outcome of a start. A successful start ends the draft, unless the draft was changed since. */
  async end(outcome: 'started' | 'notStarted' | 'mayHaveStarted', start: string): Promise<void> {
    await this.#inTurn(async () => {
      const now = outcome === 'started' ? await this.#settled(start).catch(() => undefined) : undefined;
      this.#become({ kind: outcome, start, now });
      if (!this.isOver) return;
      // The history says what has started: it isn't offered again, even if it can't be deleted.
      await this.#remove().catch((error: unknown) =>
        this.#ports.log.warn("The draft couldn't be deleted.", { error: errorName(error) }),
      );
    });
    await this.flush();
  }

  /** Deletes it. @throws {DraftError} when it is being sent, its editor stays open, or its files can't be deleted */
  async discard(): Promise<void> {
    await this.#inTurn(async () => {
      const { path } = this;
      const isClosed = path === undefined || (await this.#ports.texts.close(path));
      const file = path ?? this.#ports.files.pathOf(this.#id);
      if (!isClosed || this.isBeingSent) throw new DraftError('write', 'held', file);
      await this.#remove().catch((error: unknown) => {
        throw new DraftError('delete', errorName(error), file);
      });
      this.#become({ kind: 'discard' });
    });
  }

  /** Lets other windows have it, once it is on disk. */
  async release(): Promise<void> {
    await this.flush();
    // Once it is over, another one may have the same id.
    if (!this.isOver) await this.#inTurn(() => this.#ports.holds.release(this.#id)).catch(() => undefined);
  }

  /** Tells other windows that this one still has it. */
  async renew(): Promise<void> {
    await this.#inTurn(() => this.#ports.holds.acquire(this.#id)).catch(() => undefined);
  }

  /** A draft as it is saved beside its text. Undoing in the editor brings the reference of an image back. */
  #besideText({ body, images = [], ...draft }: Draft): Draft {
    const { document, images: before = [] } = this.draft;
    const left = before.filter(({ name, inText }) => inText && !images.some((image) => image.name === name));
    const all = [...images, ...left];
    return { ...draft, ...(document !== undefined && { document }), ...(all.length > 0 && { images: all }) };
  }

  /** Its text, saved, with its editors closed; `undefined` if that isn't possible: then it is still being written. */
  async #settled(start: string): Promise<Draft | undefined> {
    const { draft, path } = this;
    if (path === undefined) return draft;
    const body = await this.#ports.texts.save(path);
    const sent = draft.starts?.find(({ id }) => id === start);
    if (body === undefined || !sent || !isAsSent({ ...draft, body }, sent)) return undefined;
    return (await this.#ports.texts.close(path)) ? { ...draft, body } : undefined;
  }

  /** @throws {DraftError} */
  async #write(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.isOver) return;
    if (this.draft === this.#saved?.draft) this.#become({ kind: 'saved' });
    else await this.#writing(() => this.#save(this.draft));
  }

  /** @param moving as {@link StoredDraft.moving} */
  async #save(draft: Draft, moving?: string): Promise<void> {
    await this.#keepHold();
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
   * Once another window has taken it over, what is written here is another draft. A document's text is in its editor.
   * @throws {DraftError} for a document
   */
  async #keepHold(): Promise<boolean> {
    if (await this.#isOurs()) return true;
    if (this.path !== undefined) {
      this.#become({ kind: 'lost' });
      throw new DraftError('write', 'elsewhere', this.#ports.files.pathOf(this.#id));
    }
    this.#id = this.#ports.newId();
    this.#saved = undefined;
    await this.#ports.holds.acquire(this.#id);
    return false;
  }

  async #isOurs(): Promise<boolean> {
    const { holds, files } = this.#ports;
    if (await holds.isHeldHere(this.#id)) return true;
    if (!(await holds.acquire(this.#id))) return false;
    // It may have been held and changed in the meantime.
    const stored = this.#saved && (await files.read(this.#id));
    return stored?.at === this.#saved?.at;
  }

  async #writing(work: () => Promise<void>): Promise<void> {
    try {
      await work();
      this.#become({ kind: 'saved' });
    } catch (reason) {
      const file = this.#ports.files.pathOf(this.#id);
      const error = reason instanceof DraftError ? reason : new DraftError('write', errorName(reason), file);
      this.#ports.log.warn("The draft couldn't be saved.", { error: error.code });
      this.#become({ kind: 'notSaved', error });
      throw error;
    }
  }

  /** @throws the error that prevents it */
  async #remove(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const { files, holds } = this.#ports;
    // Another window may have taken it over, and written on.
    if (this.#saved && (await this.#isOurs().catch(() => true))) await files.remove(this.#id, this.#saved);
    this.#saved = undefined;
    await holds.release(this.#id).catch(() => undefined);
  }

  /** Applies an event. False if it can't occur in the current state. */
  #become(event: DraftEvent): boolean {
    const next = stateAfter(this.#state, event);
    if (next) this.#state = next;
    return next !== undefined;
  }
}
