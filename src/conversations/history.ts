import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { Emitter } from '../base/event';
import { type FileEvents, followFiles, HistoryError, type HistoryTrouble, systemFileEvents } from './historyFiles';
import { DisposableStore, MutableDisposable, type Disposable } from '../base/lifecycle';
import { errorName, type Log } from '../base/log';
import { lastOf, RecordFiles, recordName } from '../base/recordFiles';
import type { Conversation, ConversationChange } from './conversation';
import { pageSize } from './conversationList';
import { conversationFormat, endOfName, timeInName, workspaceMark } from './conversationRecord';
import { KnownConversations } from './knownConversations';
import { withChange } from './mergeConversations';

export interface HistoryOptions {
  readonly fileEvents?: FileEvents;
  /** Milliseconds after which starts that other windows are sending are read again, since those windows may be gone. */
  readonly recheckSendingAfter?: number;
  readonly pageSize?: number;
}

export type StartRecorder = Pick<History, 'add' | 'change'>;

/**
 * The conversations that were started from this machine. All windows share them: each conversation is a file. The files
 * are read in pages, newest first.
 */
export class History implements Disposable {
  readonly #files: RecordFiles<Conversation>;
  readonly #known: KnownConversations;
  readonly #workspace: () => string | undefined;
  readonly #log: Log;
  readonly #options: Required<HistoryOptions>;
  readonly #owned = new DisposableStore();
  readonly #changed = this.#owned.add(new Emitter<void>());
  readonly #following = this.#owned.add(new MutableDisposable());
  readonly #timer = this.#owned.add(new MutableDisposable());
  #readErrorCode: string | undefined;
  /** Name of the oldest record on the pages read so far; empty if all were read, `undefined` if no page was. */
  #oldestRead: string | undefined;
  #loading: Promise<void> | undefined;
  /** Names of records that have changed on disk since they were read; `undefined` if the system doesn't say which ones. */
  readonly #changedFiles = new Set<string | undefined>();
  #readingChangedFiles: Promise<void> | undefined;
  readonly onDidChange = this.#changed.event;

  /**
   * @param folder the extension's storage on this machine
   * @param workspace returns the id of this window's workspace
   */
  constructor(folder: string, workspace: () => string | undefined, log: Log, options: HistoryOptions = {}) {
    this.#files = new RecordFiles(path.join(folder, 'conversations'), conversationFormat, log);
    this.#known = new KnownConversations(this.#files, log);
    this.#workspace = workspace;
    this.#log = log;
    this.#options = { fileEvents: systemFileEvents, recheckSendingAfter: 5_000, pageSize, ...options };
  }

  /** The conversations that were read so far, newest first. Long texts of their requests are cut off. */
  get conversations(): readonly Conversation[] {
    return this.#known.newestFirst;
  }

  /**
   * Time since when all conversations are known, in milliseconds since 1970; 0 if all are. Only some of the older ones are
   * known, and only of this workspace.
   */
  get completeSince(): number {
    return this.#oldestRead ? timeInName(this.#oldestRead) : 0;
  }

  get troubles(): readonly HistoryTrouble[] {
    const code = this.#readErrorCode;
    const unreadable = code !== undefined && ({ kind: 'unreadable', file: this.#files.folder, code } as const);
    return [...(unreadable ? [unreadable] : []), ...this.#known.troubles];
  }

  get(id: string): Conversation | undefined {
    return this.conversations.find((conversation) => conversation.id === id);
  }

  /**
   * Reads the first page, once. From then on, changes by other windows are read, too.
   * @throws {HistoryError}
   */
  async load(): Promise<readonly Conversation[]> {
    this.#loading ??= this.#load().catch((error: unknown) => {
      this.#loading = undefined;
      this.#setUnreadable(errorName(error));
      throw new HistoryError('read', errorName(error), this.#files.folder);
    });
    await this.#loading;
    return this.conversations;
  }

  async loadOlder(): Promise<void> {
    await this.load();
    const oldest = this.#oldestRead ?? '';
    const older = this.#nextPage((await this.#files.names()).filter((name) => name < oldest));
    // All of the page may be known already, as this workspace's newest are: then, only `completeSince` has changed.
    await this.#notifyAfter(this.#known.readAll(older), this.#oldestRead !== oldest);
  }

  /** Reads a conversation with its whole stored request. If its file can't be read, returns what was read before. */
  async read(id: string): Promise<Conversation | undefined> {
    const name = await this.#nameOf(id);
    return name === undefined ? undefined : this.#known.read(name);
  }

  /**
   * Adds a conversation. Resolves when it is on disk, so that it is known even if this process crashes while sending it.
   * @throws {HistoryError} if it can't be written; nothing may be sent then
   */
  async add(conversation: Conversation): Promise<void> {
    await this.#notifyAfter(this.#known.add(conversation).catch(this.#throwing('write')));
  }

  /**
   * Changes a conversation. If that can't be written, it is kept in memory and written with a later change. So is a change of
   * one that was removed, in case that is undone.
   */
  async change(id: string, change: ConversationChange): Promise<void> {
    const name = (await this.#nameOf(id)) ?? this.#known.goneNames.find((one) => one.endsWith(endOfName(id)));
    if (name === undefined) return;
    const now = Date.now();
    await this.#notifyAfter(this.#known.change(name, (conversation) => withChange(conversation, change, now)));
  }

  /** Claims an action that only one window may do for a conversation, see {@link RecordFiles.claim}. */
  async claim(id: string, action: string): Promise<boolean> {
    const name = await this.#nameOf(id);
    return name !== undefined && this.#files.claim(name, action);
  }

  async isClaimed(id: string, action: string): Promise<boolean> {
    const name = await this.#nameOf(id);
    return name !== undefined && this.#files.isClaimed(name, action);
  }

  async release(id: string, action: string): Promise<void> {
    const name = await this.#nameOf(id);
    if (name !== undefined) await this.#files.release(name, action);
  }

  /** @throws {HistoryError} if it can't be removed from disk */
  async remove(id: string): Promise<void> {
    const name = await this.#nameOf(id);
    if (name !== undefined) await this.#notifyAfter(this.#known.remove(name).catch(this.#throwing('delete')));
  }

  dispose(): void {
    this.#owned.dispose();
  }

  async #load(): Promise<void> {
    await mkdir(this.#files.folder, { recursive: true });
    // The folder is watched before it is read, so that no change is missed.
    this.#follow();
    await this.#readPages();
    this.#setUnreadable(undefined);
    this.#files.sweep().catch(this.#warning("Files that a crash left in the history can't be removed."));
  }

  #follow(): void {
    const changed = async (file: string | undefined) => {
      const name = file === undefined ? undefined : recordName(file);
      if (file !== undefined && (name === undefined || !this.#isShown(name))) return;
      this.#changedFiles.add(name);
      this.#readingChangedFiles ??= this.#readChanged().finally(() => (this.#readingChangedFiles = undefined));
      await this.#readingChangedFiles;
    };
    this.#following.value = followFiles(this.#files.folder, changed, this.#log, this.#options.fileEvents);
  }

  /**
   * Reads the changed files one batch after the other. A file that changes several times during a batch is read once in
   * the next: there may be thousands of changes at a time.
   */
  async #readChanged(): Promise<void> {
    while (this.#changedFiles.size > 0) {
      const names = [...this.#changedFiles];
      this.#changedFiles.clear();
      const read = async () => {
        if (names.includes(undefined)) await this.#readPages();
        await this.#notifyAfter(this.#known.readAll(names.filter((name) => name !== undefined)));
      };
      await read().catch(this.#warning("Conversations from other windows couldn't be read."));
    }
  }

  /**
   * Reads the pages that were read so far again. Also reads the newest conversations of this workspace, which may be on
   * later pages, because the status bar shows one of them.
   */
  async #readPages(): Promise<void> {
    const names = await this.#files.names();
    if (this.#oldestRead === undefined) this.#nextPage(names);
    const oldest = this.#oldestRead ?? '';
    const mark = workspaceMark(this.#workspace());
    const ofWorkspace = names.filter((name) => name.includes(mark));
    const newestOfWorkspace = lastOf(ofWorkspace, this.#options.pageSize);
    const toRead = new Set([...names.filter((name) => name >= oldest), ...newestOfWorkspace, ...this.#known.names]);
    await this.#notifyAfter(this.#known.readAll([...toRead]));
  }

  /** Names of the records on the next page, which counts as read from now on. */
  #nextPage(names: readonly string[]): readonly string[] {
    const { page, last } = pageFrom(names, this.#options.pageSize);
    this.#oldestRead = last;
    return page;
  }

  #isShown(name: string): boolean {
    const oldest = this.#oldestRead ?? '';
    return name >= oldest || this.#known.get(name) !== undefined || name.includes(workspaceMark(this.#workspace()));
  }

  async #nameOf(id: string): Promise<string | undefined> {
    const hasId = (name: string) => name.endsWith(endOfName(id));
    return this.#known.names.find(hasId) ?? (await this.#files.names()).find(hasId);
  }

  /**
   * Waits for some work and then notifies the listeners if anything has changed, even if the work has failed.
   * @param hasChanged true if something else than the known conversations has
   */
  async #notifyAfter(work: Promise<void>, hasChanged = false): Promise<void> {
    try {
      await work;
    } finally {
      this.#recheckSending();
      if (this.#known.consumeNews() || hasChanged) this.#changed.fire();
    }
  }

  /** Looks again, after a while, at the starts that are being sent: if their window is gone, they may have started. */
  #recheckSending(): void {
    const sending = this.#known.names.filter((name) => this.#known.get(name)?.outcome === 'sending');
    const recheck = () => {
      this.#notifyAfter(this.#known.readAll(sending)).catch(
        this.#warning("Starts from other windows can't be monitored."),
      );
    };
    const timer = sending.length > 0 ? setTimeout(recheck, this.#options.recheckSendingAfter).unref() : undefined;
    this.#timer.value = { dispose: () => clearTimeout(timer) };
  }

  #setUnreadable(code: string | undefined): void {
    if (this.#readErrorCode === code) return;
    this.#readErrorCode = code;
    this.#changed.fire();
  }

  #throwing(action: 'write' | 'delete'): (error: unknown) => never {
    return (error) => {
      throw new HistoryError(action, errorName(error), this.#files.folder);
    };
  }

  #warning(sentence: string): (error: unknown) => undefined {
    return (error) => {
      this.#log.warn(sentence, { error: errorName(error) });
    };
  }
}

interface HistoryPage {
  readonly page: readonly string[];
  /** The last name on the page; empty if it's the last page. */
  readonly last: string;
}

function pageFrom(names: readonly string[], size: number): HistoryPage {
  const found = lastOf(names, size + 1);
  return { page: found.slice(0, size), last: (found.length > size && found[size - 1]) || '' };
}
