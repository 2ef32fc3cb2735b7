import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { everyMinute } from '../base/clock';
import type { Disposable } from '../base/lifecycle';
import { errorName, type Log } from '../base/log';
import { oneAtATime } from '../base/oneAtATime';
import { emptyDraft, isAsSent, isBlank, type Draft, type DraftEdit } from './draft';
import { DraftError } from './draftError';
import { DraftFiles, type StoredDraft } from './draftFiles';
import { Holds, type HoldsOptions } from './holds';
import { OpenDraft, type DraftTexts, type OpenDraftPorts } from './openDraft';

export interface DraftsOptions extends HoldsOptions {
  /** URIs of this window's workspace folders. */
  readonly folders: () => readonly string[];
  readonly texts: DraftTexts;
  /**
   * Says whether a start has become a conversation.
   * @param start the extension's own id of it
   * @param to that of the conversation that a message was sent to: then, whether it was sent
   */
  readonly hasStarted: (start: string, to: string | undefined) => Promise<boolean>;
  /** Shows an error of an operation that isn't awaited. */
  readonly onTrouble: (error: DraftError) => unknown;
}

/** An unsent draft that can be opened. */
export interface ListedDraft {
  readonly id: string;
  readonly draft: Draft;
  /** Time when it was written, in milliseconds since 1970. */
  readonly at: number;
  /** Path of its Markdown file, if it is written in an editor. */
  readonly path?: string | undefined;
  /** True if it was begun in one of this window's folders, or, like it, without any. */
  readonly isOfHere: boolean;
}

/** A draft that is written in an editor. */
export interface DraftDocument {
  readonly id: string;
  /** With its text as it is now. */
  readonly draft: Draft;
  /** Path of its Markdown file. */
  readonly path: string;
  readonly isBeingSent: boolean;
}

/** All unsent messages of this machine. Each is a record with an id, which one window at a time has open. */
export class Drafts implements Disposable {
  readonly #files: DraftFiles;
  readonly #holds: Holds;
  readonly #log: Log;
  readonly #options: DraftsOptions;
  readonly #ports: OpenDraftPorts;
  readonly #inTurn = oneAtATime();
  readonly #renewing: Disposable;
  /** Drafts that this window holds, with their number of users. A draft that can't be written stays. */
  readonly #open = new Map<OpenDraft, number>();
  /** Files that the user knows to be unreadable. */
  readonly #reported = new Set<string>();

  constructor(folder: string, log: Log, options: DraftsOptions) {
    this.#files = new DraftFiles(folder, log, options.onTrouble);
    this.#holds = new Holds(folder, log, options);
    this.#log = log;
    this.#options = options;
    this.#ports = { ...options, files: this.#files, holds: this.#holds, log, newId: () => this.#newId() };
    this.#renewing = everyMinute(() => {
      this.renew().catch(() => undefined);
    });
  }

  /** A new draft, on disk once something of it is. */
  begin(draft: Draft = emptyDraft): OpenDraft {
    const { document, ...begun } = draft;
    const open = new OpenDraft(this.#newId(), undefined, this.#options.folders(), this.#ports);
    if (!isBlank(begun) || begun.to !== undefined) open.edit(begun);
    this.#open.set(open, 1);
    return open;
  }

  /** The newest draft that isn't written in an editor, has been begun here, and fits; else a new one. */
  async openNewest(fits: (draft: Draft) => boolean = () => true): Promise<OpenDraft> {
    for (const { id, path, draft, isOfHere } of await this.list()) {
      if (path !== undefined || !isOfHere || !fits(draft)) continue;
      const open = await this.open(id).catch((error: unknown) => this.#tell(error));
      if (open) return open;
    }
    return this.begin();
  }

  /**
   * Opens a draft, to be closed by who does.
   * @throws {DraftError} when it can't be read, when another window or a start has it, or when it is gone
   */
  open(id: string): Promise<OpenDraft> {
    return this.#inTurn(() => this.#openOne(id));
  }

  /** Saves a draft and lets other windows have it, once nobody in this one uses it. */
  close(draft: OpenDraft): Promise<void> {
    return this.#inTurn(async () => {
      const users = (this.#open.get(draft) ?? 1) - 1;
      this.#open.set(draft, users);
      await draft.flush();
      if (users > 0 || draft.isUnwritable) return;
      await draft.release();
      this.#open.delete(draft);
    });
  }

  /** Changes a draft, and returns it as it is then. @throws {DraftError} as {@link open} */
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
   * Unsent drafts, those written last first, without the ones that other windows have open, or that are being sent.
   * Drafts that were begun in other folders aren't listed; the ones begun without any are. What can't be read is told once.
   */
  async list(): Promise<readonly ListedDraft[]> {
    const held = await this.#holds.heldElsewhere().catch(() => new Set<string>());
    const ids = await this.#files.ids().catch((error: unknown) => this.#unlisted(error));
    const open = [...this.#open.keys()].filter((draft) => !draft.isOver).map((draft) => draft.id);
    const found: ListedDraft[] = [];
    for (const id of new Set([...ids, ...open])) {
      if (held.has(id) || this.#opened(id)?.isBeingSent) continue;
      const stored = await this.#stored(id).catch((error: unknown) => this.#tell(error));
      const listed = stored && this.#listed(id, stored);
      if (!listed) continue;
      if (stored.isOver || (await this.#startOf(listed)) !== undefined) await this.#end(id);
      else found.push(listed);
    }
    return found.sort((a, b) => b.at - a.at);
  }

  /**
   * The draft with this Markdown file, with its text; `undefined` if the file isn't a draft's.
   * @throws {DraftError} when it can't be read
   */
  async documentAt(file: string): Promise<DraftDocument | undefined> {
    const id = path.basename(path.dirname(file));
    if (path.relative(path.join(this.#files.folder, id), path.dirname(file)) !== '') return undefined;
    const here = this.#opened(id);
    const stored = await this.#stored(id);
    if (!stored || stored.isOver || stored.draft.document !== path.basename(file)) return undefined;
    const isBeingSent = here?.isBeingSent ?? false;
    if (!isBeingSent && (await this.#startOf({ draft: stored.draft, path: file })) !== undefined) return undefined;
    const whole = here ? stored.draft : await this.#files.withImages(id, stored.draft);
    const draft = { ...whole, body: (await this.#options.texts.read(file)) ?? '' };
    return { id, draft, path: file, isBeingSent };
  }

  /** Waits until everything is on disk, or was told that it can't be. */
  async flush(): Promise<void> {
    await Promise.all([...this.#open.keys()].map((draft) => draft.flush()));
  }

  /** Tells other windows which drafts this one still has open. */
  async renew(): Promise<void> {
    await Promise.all([...this.#open.keys()].map((draft) => draft.renew()));
  }

  /** Removes what crashed windows have left behind. */
  async sweep(): Promise<void> {
    await Promise.all([this.#files.sweep(), this.#holds.sweep()]).catch((error: unknown) =>
      this.#log.warn("What crashes left of drafts can't be removed.", { error: errorName(error) }),
    );
  }

  dispose(): void {
    this.#renewing.dispose();
  }

  async #openOne(id: string): Promise<OpenDraft> {
    const open = this.#opened(id) ?? (await this.#takeUp(id));
    if (open.isBeingSent) throw new DraftError('read', 'held', this.#files.pathOf(id));
    const start = await this.#startOf(open);
    if (start !== undefined) await open.end('started', start);
    if (open.isOver) throw new DraftError('read', 'gone', this.#files.pathOf(id));
    this.#open.set(open, (this.#open.get(open) ?? 0) + 1);
    return open;
  }

  /** Opens one that this window hasn't open. */
  async #takeUp(id: string): Promise<OpenDraft> {
    const file = this.#files.pathOf(id);
    // If a hold can't be written, other windows can't write the draft, either: it is opened without a hold.
    if (!(await this.#holds.acquire(id).catch(() => true))) throw new DraftError('read', 'held', file);
    try {
      const stored = await this.#files.read(id);
      // Its deletion was interrupted, or the user has deleted its document.
      if (stored?.isOver) await this.#files.remove(id, stored).catch(() => undefined);
      if (!stored || stored.isOver) throw new DraftError('read', 'gone', file);
      const draft = await this.#files.withImages(id, stored.draft);
      return new OpenDraft(id, { ...stored, draft }, this.#options.folders(), this.#ports);
    } catch (error) {
      await this.#holds.release(id).catch(() => undefined);
      throw error;
    }
  }

  #opened(id: string): OpenDraft | undefined {
    return [...this.#open.keys()].find((draft) => draft.id === id && !draft.isOver);
  }

  /** A draft as it is now: as this window has it, or as it is on disk. */
  async #stored(id: string): Promise<StoredDraft | undefined> {
    const here = this.#opened(id);
    return here ? { draft: here.draft, at: this.#options.now(), folders: here.folders } : this.#files.read(id);
  }

  #listed(id: string, { draft, at, textAt = 0, folders }: StoredDraft): ListedDraft | undefined {
    const here = this.#options.folders();
    const isShared = folders === undefined || folders.some((folder) => here.includes(folder));
    const isOfHere = isShared || (folders.length === 0 && here.length === 0);
    if (!isOfHere && folders.length > 0) return undefined;
    const path = draft.document === undefined ? undefined : this.#files.fileOf(id, draft.document);
    return { id, draft, at: Math.max(at, textAt), path, isOfHere };
  }

  /** The start with which a draft, as it is now, has become a conversation; `undefined` if there is none. */
  async #startOf({ draft, path }: Pick<ListedDraft, 'draft' | 'path'>): Promise<string | undefined> {
    const { starts = [], to } = draft;
    if (starts.length === 0) return undefined;
    const body = path === undefined ? draft.body : await this.#options.texts.read(path).catch(() => undefined);
    const now = { ...draft, ...(body !== undefined && { body }) };
    for (const start of starts)
      if (isAsSent(now, start) && (await this.#options.hasStarted(start.id, to).catch(() => false))) return start.id;
    return undefined;
  }

  /** Deletes a draft that {@link open} finds to be over. */
  async #end(id: string): Promise<void> {
    const open = await this.open(id).catch(() => undefined);
    if (open) await this.close(open);
  }

  #tell(error: unknown): undefined {
    if (!(error instanceof DraftError) || error.code === 'held' || error.code === 'gone') return;
    if (!this.#reported.has(error.file)) this.#options.onTrouble(error);
    this.#reported.add(error.file);
  }

  #unlisted(error: unknown): readonly string[] {
    this.#log.warn("The drafts couldn't be listed.", { error: errorName(error) });
    this.#tell(new DraftError('read', errorName(error), this.#files.folder));
    return [];
  }

  /** A new unique id. Ids are in order of time. */
  #newId(): string {
    return `${String(this.#options.now()).padStart(13, '0')}-${randomUUID()}`;
  }
}
