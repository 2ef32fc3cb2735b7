import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { Emitter } from '../base/event';
import { followFiles, systemNews, type FileNews } from '../base/followFile';
import { DisposableStore, Slot, type Disposable } from '../base/lifecycle';
import { errorName, type Log } from '../base/log';
import { lastOf, RecordFiles, recordName } from '../base/recordFiles';
import type { Conversation, ConversationChange } from './conversation';
import { conversationFormat, endOfName, timeInName, workspaceMark } from './conversationRecord';
import { pageSize, pageFrom } from './historyPage';
import { KnownConversations } from './knownConversations';
import { merged, withChange } from './mergeConversations';
import { HistoryError, type HistoryTrouble } from './historyTrouble';

export interface HistoryOptions {
  readonly news?: FileNews;
  /** Interval for checking whether the windows that wait for an answer are still there. In milliseconds. */
  readonly lookEvery?: number;
  readonly pageSize?: number;
}

/** The part of the history that saves starts. */
export type StartMemory = Pick<History, 'add' | 'change'>;

/**
 * The conversations that this machine started, shared by all its windows: each in a file of its own, read a page at a time
 * from the newest on.
 */
export class History implements Disposable {
  readonly #files: RecordFiles<Conversation>;
  readonly #known: KnownConversations;
  readonly #workspace: () => string | undefined;
  readonly #log: Log;
  readonly #options: Required<HistoryOptions>;
  readonly #owned = new DisposableStore();
  readonly #changed = this.#owned.add(new Emitter<void>());
  readonly #following = this.#owned.add(new Slot());
  readonly #timer = this.#owned.add(new Slot());
  /** Error code of the last failed reading of the folder. */
  #unreadable: string | undefined;
  /** Name of the last one on the pages read so far: empty if there are no older ones, `undefined` if none is read. */
  #last: string | undefined;
  #loading: Promise<void> | undefined;
  /** Names of records that have changed since they were read; `undefined` if it isn't known which ones. */
  readonly #changedFiles = new Set<string | undefined>();
  /** Under way while there are such. */
  #reading: Promise<void> | undefined;
  readonly onDidChange = this.#changed.event;

  /**
   * @param folder of the extension on this machine
   * @param workspace id of this window's workspace
   */
  constructor(folder: string, workspace: () => string | undefined, log: Log, options: HistoryOptions = {}) {
    this.#files = new RecordFiles(path.join(folder, 'conversations'), conversationFormat, log);
    this.#known = new KnownConversations(this.#files, log);
    this.#workspace = workspace;
    this.#log = log;
    this.#options = { news: systemNews, lookEvery: 5_000, pageSize, ...options };
  }

  /** The conversations that were read so far, newest first, with long requests abridged. */
  get conversations(): readonly Conversation[] {
    return this.#known.newestFirst;
  }

  /**
   * Time since which all conversations are read, in milliseconds since 1970; 0 if there are no older ones. Older ones
   * are only read if they are this workspace's.
   */
  get completeSince(): number {
    return this.#last ? timeInName(this.#last) : 0;
  }

  get troubles(): readonly HistoryTrouble[] {
    const code = this.#unreadable;
    const unreadable = code !== undefined && ({ kind: 'unreadable', file: this.#files.folder, code } as const);
    return [...(unreadable ? [unreadable] : []), ...this.#known.troubles];
  }

  /** One of those read so far. */
  get(id: string): Conversation | undefined {
    return this.conversations.find((conversation) => conversation.id === id);
  }

  /**
   * Reads the newest ones from disk, once, and from then on what other windows write.
   * @throws {HistoryError}
   */
  async load(): Promise<readonly Conversation[]> {
    this.#loading ??= this.#load().catch((error: unknown) => {
      this.#loading = undefined;
      this.#note(errorName(error));
      throw new HistoryError('read', errorName(error), this.#files.folder);
    });
    await this.#loading;
    return this.conversations;
  }

  /** Reads the next older ones. */
  async loadOlder(): Promise<void> {
    await this.load();
    const last = this.#last ?? '';
    const older = this.#turnPage((await this.#files.names()).filter((name) => name < last));
    await this.#telling(this.#known.readAll(older));
  }

  /** Any one, with all that is stored of its request. If that can't be read, what is known of it. */
  async read(id: string): Promise<Conversation | undefined> {
    const name = await this.#nameOf(id);
    if (name === undefined) return undefined;
    const stored = await this.#files.read(name).catch(this.#warning("A conversation can't be read."));
    const known = this.#known.get(name);
    if (stored?.kind !== 'record') return known;
    return known ? merged(stored.record, known) : stored.record;
  }

  /**
   * Resolves when the conversation is on disk, so that a crash from then on doesn't go unnoticed.
   * @throws {HistoryError} when it can't be written; nothing may be sent then
   */
  async add(conversation: Conversation): Promise<void> {
    await this.#telling(this.#known.add(conversation).catch(this.#notWritten));
  }

  /** A change that can't be written is known in memory anyway, and is written as soon as something can be. */
  async change(id: string, change: ConversationChange): Promise<void> {
    const name = await this.#nameOf(id);
    if (name === undefined) return;
    const now = Date.now();
    await this.#telling(this.#known.change(name, (conversation) => withChange(conversation, change, now)));
  }

  /** Claims something that only one window may do for a conversation: see {@link RecordFiles.claim}. */
  async claim(id: string, action: string): Promise<boolean> {
    const name = await this.#nameOf(id);
    return name !== undefined && this.#files.claim(name, action);
  }

  /** See {@link RecordFiles.isClaimed}. */
  async isClaimed(id: string, action: string): Promise<boolean> {
    const name = await this.#nameOf(id);
    return name !== undefined && this.#files.isClaimed(name, action);
  }

  /** See {@link RecordFiles.release}. */
  async release(id: string, action: string): Promise<void> {
    const name = await this.#nameOf(id);
    if (name !== undefined) await this.#files.release(name, action);
  }

  /** @throws {HistoryError} */
  async remove(id: string): Promise<void> {
    const name = await this.#nameOf(id);
    if (name !== undefined) await this.#telling(this.#known.remove(name).catch(this.#notWritten));
  }

  dispose(): void {
    this.#owned.dispose();
  }

  async #load(): Promise<void> {
    await mkdir(this.#files.folder, { recursive: true });
    // Watched before they are read, so that no change is missed.
    this.#follow();
    await this.#look();
    this.#note(undefined);
    this.#files.sweep().catch(this.#warning("What crashes left of the history can't be removed."));
  }

  #follow(): void {
    const changed = async (file: string | undefined) => {
      const name = file === undefined ? undefined : recordName(file);
      if (file !== undefined && (name === undefined || !this.#isShown(name))) return;
      this.#changedFiles.add(name);
      this.#reading ??= this.#readChanged().finally(() => (this.#reading = undefined));
      await this.#reading;
    };
    this.#following.put(followFiles(this.#files.folder, changed, this.#log, this.#options.news));
  }

  /** Files that change while others are read are read after them, once: there may be thousands of changes in a moment. */
  async #readChanged(): Promise<void> {
    while (this.#changedFiles.size > 0) {
      const names = [...this.#changedFiles];
      this.#changedFiles.clear();
      const read = async () => {
        if (names.includes(undefined)) await this.#look();
        await this.#telling(this.#known.readAll(names.filter((name) => name !== undefined)));
      };
      await read().catch(this.#warning("Conversations from other windows couldn't be read."));
    }
  }

  /** Reads the pages again, and the newest of this workspace: one of them may need a look. */
  async #look(): Promise<void> {
    const names = await this.#files.names();
    if (this.#last === undefined) this.#turnPage(names);
    const last = this.#last ?? '';
    const mark = workspaceMark(this.#workspace());
    const marked = names.filter((name) => name.includes(mark));
    const ours = lastOf(marked, this.#options.pageSize);
    const shown = new Set([...names.filter((name) => name >= last), ...ours, ...this.#known.names]);
    await this.#telling(this.#known.readAll([...shown]));
  }

  #turnPage(names: readonly string[]): readonly string[] {
    const { page, last } = pageFrom(names, this.#options.pageSize);
    this.#last = last;
    return page;
  }

  #isShown(name: string): boolean {
    const last = this.#last ?? '';
    return name >= last || this.#known.get(name) !== undefined || name.includes(workspaceMark(this.#workspace()));
  }

  async #nameOf(id: string): Promise<string | undefined> {
    const isIts = (name: string) => name.endsWith(endOfName(id));
    return this.#known.names.find(isIts) ?? (await this.#files.names()).find(isIts);
  }

  /** Tells listeners what has changed by then, even if it fails. */
  async #telling(work: Promise<void>): Promise<void> {
    try {
      await work;
    } finally {
      this.#lookLater();
      if (this.#known.consumeNews()) this.#changed.fire();
    }
  }

  /** Reads what is being sent again after a while: its window may be gone by then. */
  #lookLater(): void {
    const sending = this.#known.names.filter((name) => this.#known.get(name)?.outcome === 'sending');
    const look = () => {
      this.#telling(this.#known.readAll(sending)).catch(this.#warning("Starts from other windows can't be monitored."));
    };
    const timer = sending.length > 0 ? setTimeout(look, this.#options.lookEvery).unref() : undefined;
    this.#timer.put({ dispose: () => clearTimeout(timer) });
  }

  #note(code: string | undefined): void {
    if (this.#unreadable === code) return;
    this.#unreadable = code;
    this.#changed.fire();
  }

  readonly #notWritten = (error: unknown): never => {
    throw new HistoryError('write', errorName(error), this.#files.folder);
  };

  /** Handler for failures that affect nothing else. */
  #warning(sentence: string): (error: unknown) => undefined {
    return (error) => {
      this.#log.warn(sentence, { error: errorName(error) });
    };
  }
}
