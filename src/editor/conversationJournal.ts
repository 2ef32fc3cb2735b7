import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { DisposableStore } from '../disposables';
import type { Conversation, ConversationChange } from '../domain/conversation';
import { applyJournalRecord, formatJournalRecord, parseJournalRecord, type JournalRecord } from '../domain/journal';
import type { History, Log } from '../domain/ports';
import { fileNews, followFile, type FileNews } from './followFile';
import { LineFile, type Line, type Place } from './lineFile';

/**
 * The conversations that this machine started, in a file that every window appends to. The file's order is the truth:
 * what a window appends it reads back like what others append.
 */
export class ConversationJournal implements History, vscode.Disposable {
  readonly #file: LineFile;
  readonly #log: Log;
  readonly #news: FileNews;
  readonly #byId = new Map<string, Conversation>();
  /** The lines that speak of a conversation, to blank them when it is removed. */
  readonly #places = new Map<string, Place[]>();
  readonly #removed = new Map<string, readonly Place[]>();
  readonly #owned = new DisposableStore();
  readonly #changed = this.#owned.add(new vscode.EventEmitter<void>());
  #newestFirst: readonly Conversation[] | undefined;
  #queue: Promise<unknown> | undefined;
  #following = false;
  #loaded: Promise<void> | undefined;
  readonly onDidChange = this.#changed.event;

  constructor(folder: string, log: Log, news = fileNews()) {
    this.#file = new LineFile(path.join(folder, 'conversations.jsonl'));
    this.#log = log;
    this.#news = news;
  }

  /** What has been read so far, newest first; see {@link load}. */
  get conversations(): readonly Conversation[] {
    this.#newestFirst ??= [...this.#byId.values()].sort((a, b) => b.sentAt - a.sentAt);
    return this.#newestFirst;
  }

  get(id: string): Conversation | undefined {
    return this.#byId.get(id);
  }

  /** Reads the file the first time it is called, and from then on follows what other windows append. */
  async load(): Promise<readonly Conversation[]> {
    this.#loaded ??= this.#loadOnce().catch((error: unknown) => {
      this.#loaded = undefined;
      throw error;
    });
    await this.#loaded;
    return this.conversations;
  }

  async sent(conversation: Conversation): Promise<void> {
    await this.load();
    await this.#append({ type: 'sent', conversation });
  }

  async changed(id: string, change: ConversationChange): Promise<void> {
    await this.load();
    await this.#append({ type: 'changed', id, change });
  }

  /** What was removed is gone from the disk too; that it was removed stays, for windows that have read it before. */
  async remove(id: string): Promise<void> {
    await this.load();
    await this.#append({ type: 'removed', id });
    await this.#inTurn(() => this.#blankRemoved());
  }

  dispose(): void {
    this.#owned.dispose();
  }

  async #loadOnce(): Promise<void> {
    await mkdir(path.dirname(this.#file.path), { recursive: true });
    // Followed before it is read, so that nothing falls between.
    this.#follow();
    await this.#inTurn(() => this.#read());
    await this.#finishRemovals();
    await this.#closeInterrupted();
  }

  #follow(): void {
    if (this.#following) return;
    this.#following = true;
    this.#owned.add(followFile(this.#file.path, () => this.#readLater(), this.#log, this.#news));
  }

  /** What another window wrote; nobody waits for it. */
  #readLater(): void {
    this.#inTurn(() => this.#read()).catch((error: unknown) =>
      this.#log.warn('Conversations of other windows cannot be read.', { error: String(error) }),
    );
  }

  /** A crash may have come between a removal and the end of its lines. */
  async #finishRemovals(): Promise<void> {
    try {
      await this.#inTurn(() => this.#blankRemoved());
    } catch (error) {
      this.#log.warn('Some removed conversations are still on disk.', { error: String(error) });
    }
  }

  /** Starts whose window went away before the answer came: nobody is left to hear it. */
  async #closeInterrupted(): Promise<void> {
    const interrupted = this.conversations.filter(({ outcome, sender }) => outcome === 'sending' && !isAlive(sender));
    for (const { id } of interrupted)
      await this.#append({ type: 'changed', id, change: { outcome: 'mayHaveStarted' } });
  }

  async #append(record: JournalRecord): Promise<void> {
    await this.#inTurn(async () => {
      await this.#file.append(formatJournalRecord(record));
      await this.#read();
    });
  }

  async #read(): Promise<void> {
    const { anew, lines } = await this.#file.readNew();
    if (anew) for (const known of [this.#byId, this.#places, this.#removed]) known.clear();
    let changed = anew;
    let damaged = 0;
    for (const line of lines) {
      const record = parseJournalRecord(line.text);
      if (record) changed = this.#take(record, line) || changed;
      else damaged++;
    }
    if (damaged > 0)
      this.#log.warn('Some remembered conversations cannot be read.', { lines: damaged, file: this.#file.path });
    if (!changed) return;
    this.#newestFirst = undefined;
    this.#changed.fire();
  }

  /** Says whether anything changed. */
  #take(record: JournalRecord, { place }: Line): boolean {
    const id = idOf(record);
    const places = this.#places.get(id) ?? [];
    if (record.type !== 'removed') this.#places.set(id, [...places, place]);
    else if (this.#places.delete(id)) this.#removed.set(id, places);
    return applyJournalRecord(this.#byId, record);
  }

  async #blankRemoved(): Promise<void> {
    for (const [id, places] of this.#removed) {
      await this.#file.blank(places, (text) => speaksOf(id, parseJournalRecord(text)));
      this.#removed.delete(id);
    }
  }

  /** One after the other: an append and a read of the same bytes must not overlap. */
  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = (this.#queue ?? Promise.resolve()).then(work, work);
    this.#queue = turn.catch(() => undefined);
    return turn;
  }
}

function idOf(record: JournalRecord): string {
  return record.type === 'sent' ? record.conversation.id : record.id;
}

function speaksOf(id: string, record: JournalRecord | undefined): boolean {
  return record !== undefined && idOf(record) === id;
}

function isAlive(processId: number | undefined): boolean {
  if (processId === undefined) return false;
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
