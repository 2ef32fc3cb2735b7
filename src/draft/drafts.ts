import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { everyMinute } from '../base/clock';
import { Emitter, type Event } from '../base/event';
import { type Disposable, oneAtATime } from '../base/lifecycle';
import { errorName, type Log } from '../base/log';
import { emptyDraft, isUnchangedSince, isBlank, type Draft, type DraftEdit } from './draft';
import { type DraftEditors, DraftError, DraftFiles, type StoredDraft } from './draftFiles';
import { DraftLocks, type DraftLocksOptions } from './draftLocks';
import { type DraftDocument, listedDraft, type ListedDraft } from './listedDraft';
import { OpenDraft, type OpenDraftPorts } from './openDraft';

export interface DraftsOptions extends DraftLocksOptions {
  /** URIs of this window's workspace folders. */
  readonly folders: () => readonly string[];
  readonly editors: DraftEditors;
  /**
   * True if an attempt to send a draft has succeeded.
   * @param start the extension's own id of the attempt
   * @param to the extension's own id of the conversation that the draft is a message to, if it is one
   */
  readonly hasStarted: (start: string, to: string | undefined) => Promise<boolean>;
  /** Shows an error of something that happened in the background. */
  readonly onTrouble: (error: DraftError) => unknown;
}

/** All drafts of this machine. Several windows share them, and each draft is open in one window at a time. */
export class Drafts implements Disposable {
  readonly #files: DraftFiles;
  readonly #locks: DraftLocks;
  readonly #log: Log;
  readonly #options: DraftsOptions;
  readonly #ports: OpenDraftPorts;
  readonly #inTurn = oneAtATime();
  readonly #closed = new Emitter<void>();
  readonly #renewing: Disposable;
  /**
   * The drafts that this window has open, and how often each was opened without being closed. One that can't be written
   * stays open.
   */
  readonly #open = new Map<OpenDraft, number>();
  /** Open drafts that only something in the background has opened. */
  readonly #inBackground = new WeakSet<OpenDraft>();
  /** Unreadable files that the user was told about. */
  readonly #reported = new Set<string>();

  /** Fired after this window has closed a draft, of which more than the text of its document may have changed. */
  readonly onDidClose: Event<void> = this.#closed.event;

  constructor(folder: string, log: Log, options: DraftsOptions) {
    this.#files = new DraftFiles(folder, log, options.onTrouble);
    this.#locks = new DraftLocks(folder, log, options);
    this.#log = log;
    this.#options = options;
    this.#ports = { ...options, files: this.#files, locks: this.#locks, log, newId: () => this.#newId() };
    this.#renewing = everyMinute(() => {
      this.renew().catch(() => undefined);
    });
  }

  /** Opens a new draft. It is written to disk once it isn't blank. */
  begin(draft: Draft = emptyDraft): OpenDraft {
    const { document, ...begun } = draft;
    const open = new OpenDraft(this.#newId(), undefined, this.#options.folders(), this.#ports);
    if (!isBlank(begun) || begun.to !== undefined) open.edit(begun);
    this.#open.set(open, 1);
    return open;
  }

  /**
   * Opens the newest suitable draft that was begun in this workspace and isn't written in an editor; else, a new one. A message
   * to a conversation is only suitable as long as the user sees it: after that, it waits for its conversation to be opened
   * again.
   */
  async openNewest(isSuitable: (draft: Draft) => boolean = () => true): Promise<OpenDraft> {
    for (const { id, path, draft, isOfThisWorkspace } of await this.list()) {
      if (path !== undefined || !isOfThisWorkspace || !isSuitable(draft)) continue;
      const shown = this.#findOpen(id);
      if (draft.to !== undefined && (!shown || this.#inBackground.has(shown))) continue;
      const open = await this.open(id).catch((error: unknown) => this.#reportOnce(error));
      if (open) return open;
    }
    return this.begin();
  }

  /**
   * Opens a draft. The caller has to {@link close} it.
   * @throws {DraftError} if it can't be read, another window has it open, it is being sent, or it no longer exists
   */
  open(id: string): Promise<OpenDraft> {
    return this.#inTurn(() => this.#openInTurn(id));
  }

  /** Like {@link open}, in the background: {@link openNewest} returns a message only once the user has opened it, too. */
  openInBackground(id: string): Promise<OpenDraft> {
    return this.#inTurn(() => this.#openInTurn(id, true));
  }

  /**
   * Opens a draft a second time for longer work, so that it stays open even if the sheet closes it meanwhile. The caller has
   * to {@link close} it.
   * @throws {DraftError} see {@link open}, if it was closed before
   */
  openAgain(draft: OpenDraft): Promise<OpenDraft> {
    return this.#inTurn(() => {
      const openCount = this.#open.get(draft);
      if (openCount === undefined) return this.#openInTurn(draft.id);
      this.#open.set(draft, openCount + 1);
      return Promise.resolve(draft);
    });
  }

  /** Saves a draft. If it was closed as often as it was opened, other windows can open it. */
  close(draft: OpenDraft): Promise<void> {
    return this.#inTurn(async () => {
      const openCount = (this.#open.get(draft) ?? 1) - 1;
      this.#open.set(draft, openCount);
      await draft.flush();
      this.#closed.fire();
      if (openCount > 0 || draft.isUnwritable) return;
      await draft.release();
      this.#open.delete(draft);
    });
  }

  /**
   * Ends a draft that was sent, as was found out only now. One that is also on the sheet stays: the user may make another
   * message of it, and what is typed then has to be saved.
   * @param start the extension's own id of the start that has sent it
   */
  endSent(draft: OpenDraft, start: string): Promise<void> {
    return this.#inTurn(async () => {
      if (this.#open.get(draft) === 1) await draft.finishSending('started', start);
    });
  }

  /**
   * Discards a draft if nothing but a repository is set in it, unless this window has it open: it may be on the sheet.
   * @throws {DraftError} see {@link open}
   */
  discardBlank(id: string): Promise<void> {
    return this.#inTurn(async () => {
      if (this.#findOpen(id)) return;
      const open = await this.#openFromDisk(id);
      try {
        const { chosen, to, ...content } = await open.read();
        if (to === undefined && isBlank(content)) await open.discard();
      } finally {
        await open.release();
      }
    });
  }

  /** Changes a draft and returns the result. @throws {DraftError} see {@link open} */
  async change(id: string, edit: DraftEdit): Promise<Draft> {
    const open = await this.open(id);
    try {
      open.edit(edit(await open.read()));
      await open.flush();
      return await open.read();
    } finally {
      await this.close(open);
    }
  }

  /**
   * The drafts that can be opened, last written first. These are left out: drafts that another window has open, that are
   * being sent, or that were begun in other folders. An unreadable draft is reported once.
   */
  async list(): Promise<readonly ListedDraft[]> {
    const locked = await this.#locks.lockedElsewhere().catch(() => new Set<string>());
    const ids = await this.#files.ids().catch((error: unknown) => this.#reportUnlistable(error));
    const open = [...this.#open.keys()].filter((draft) => !draft.isFinished).map((draft) => draft.id);
    const found: ListedDraft[] = [];
    for (const id of new Set([...ids, ...open])) {
      if (locked.has(id) || this.#findOpen(id)?.isBeingSent) continue;
      const stored = await this.#currentDraft(id).catch((error: unknown) => this.#reportOnce(error));
      const listed = stored && listedDraft(id, stored, this.#options.folders(), this.#files);
      if (!listed) continue;
      if (!stored.isFinished && (await this.#successfulStart(listed)) === undefined) found.push(listed);
      // One that is open may be on the sheet, where the user makes another message of it: what is typed then has to be saved.
      else if (!this.#findOpen(id)) await this.#closeFinished(id);
    }
    return found.sort((a, b) => b.at - a.at);
  }

  /**
   * The draft whose document is this Markdown file; `undefined` if the file doesn't belong to a draft.
   * @throws {DraftError} if it can't be read
   */
  async documentAt(file: string): Promise<DraftDocument | undefined> {
    const id = path.basename(path.dirname(file));
    if (path.relative(path.join(this.#files.folder, id), path.dirname(file)) !== '') return undefined;
    const open = this.#findOpen(id);
    const stored = await this.#currentDraft(id);
    if (!stored || stored.isFinished || stored.draft.document !== path.basename(file)) return undefined;
    const isBeingSent = open?.isBeingSent ?? false;
    if (!isBeingSent && (await this.#successfulStart({ draft: stored.draft, path: file })) !== undefined)
      return undefined;
    const withImages = open ? stored.draft : await this.#files.withImages(id, stored.draft);
    const draft = { ...withImages, body: (await this.#options.editors.read(file)) ?? '' };
    return { id, draft, path: file, isBeingSent };
  }

  async flush(): Promise<void> {
    await Promise.all([...this.#open.keys()].map((draft) => draft.flush()));
  }

  async renew(): Promise<void> {
    await Promise.all([...this.#open.keys()].map((draft) => draft.renew()));
  }

  /** Removes what crashed windows have left behind. */
  async sweep(): Promise<void> {
    await Promise.all([this.#files.sweep(), this.#locks.sweep()]).catch((error: unknown) =>
      this.#log.warn("Files that a crash left among the drafts can't be removed.", { error: errorName(error) }),
    );
  }

  dispose(): void {
    this.#closed.dispose();
    this.#renewing.dispose();
  }

  async #openInTurn(id: string, isInBackground = false): Promise<OpenDraft> {
    const known = this.#findOpen(id);
    const open = known ?? (await this.#openFromDisk(id));
    if (open.isBeingSent) throw new DraftError('read', 'held', this.#files.pathOf(id));
    const start = await this.#successfulStart(open);
    if (start !== undefined) await open.finishSending('started', start);
    if (open.isFinished) throw new DraftError('read', 'gone', this.#files.pathOf(id));
    this.#open.set(open, (this.#open.get(open) ?? 0) + 1);
    if (!isInBackground) this.#inBackground.delete(open);
    else if (!known) this.#inBackground.add(open);
    return open;
  }

  async #openFromDisk(id: string): Promise<OpenDraft> {
    const file = this.#files.pathOf(id);
    // On a disk that can't be written, no window can write the draft, so a lock isn't needed.
    if (!(await this.#locks.acquire(id).catch(() => true))) throw new DraftError('read', 'held', file);
    try {
      const stored = await this.#files.read(id);
      // A deletion was interrupted, or the user has deleted the document.
      if (stored?.isFinished) await this.#files.remove(id, stored).catch(() => undefined);
      if (!stored || stored.isFinished) throw new DraftError('read', 'gone', file);
      const draft = await this.#files.withImages(id, stored.draft);
      return new OpenDraft(id, { ...stored, draft }, this.#options.folders(), this.#ports);
    } catch (error) {
      await this.#locks.release(id).catch(() => undefined);
      throw error;
    }
  }

  #findOpen(id: string): OpenDraft | undefined {
    return [...this.#open.keys()].find((draft) => draft.id === id && !draft.isFinished);
  }

  async #currentDraft(id: string): Promise<StoredDraft | undefined> {
    const open = this.#findOpen(id);
    return open ? { draft: open.draft, at: this.#options.now(), folders: open.folders } : this.#files.read(id);
  }

  /** The start that has sent a draft as it is now; `undefined` if there is none. */
  async #successfulStart({ draft, path }: Pick<ListedDraft, 'draft' | 'path'>): Promise<string | undefined> {
    const { starts = [], to } = draft;
    if (starts.length === 0) return undefined;
    const body = path === undefined ? draft.body : await this.#options.editors.read(path).catch(() => undefined);
    const now = { ...draft, ...(body !== undefined && { body }) };
    for (const start of starts) {
      const mayBeIt = isUnchangedSince(now, start);
      if (mayBeIt && (await this.#options.hasStarted(start.id, to).catch(() => false))) return start.id;
    }
    return undefined;
  }

  /** Deletes a draft that was sent, or whose deletion was interrupted: opening it finds that and deletes it. */
  async #closeFinished(id: string): Promise<void> {
    const open = await this.open(id).catch(() => undefined);
    if (open) await this.close(open);
  }

  #reportOnce(error: unknown): undefined {
    if (!(error instanceof DraftError) || error.code === 'held' || error.code === 'gone') return;
    if (!this.#reported.has(error.file)) this.#options.onTrouble(error);
    this.#reported.add(error.file);
  }

  #reportUnlistable(error: unknown): readonly string[] {
    this.#log.warn("The drafts couldn't be listed.", { error: errorName(error) });
    this.#reportOnce(new DraftError('read', errorName(error), this.#files.folder));
    return [];
  }

  /** A new unique id. Sorted ids are in the order in which they were made. */
  #newId(): string {
    return `${String(this.#options.now()).padStart(13, '0')}-${randomUUID()}`;
  }
}
