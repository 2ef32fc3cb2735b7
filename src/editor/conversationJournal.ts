import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { DisposableStore } from '../disposables';
import type { Conversation, ConversationChange } from '../domain/conversation';
import { HistoryError } from '../domain/historyError';
import { formatJournalRecord, parseJournalRecord, type JournalRecord } from '../domain/journal';
import type { History, HistoryTrouble } from '../domain/ports/history';
import type { Log } from '../domain/ports/log';
import { ConversationLines } from './conversationLines';
import { errorName } from './errorName';
import { fileNews, followFile, type FileNews } from './followFile';
import { isAlive } from './isAlive';
import { KnownConversations } from './knownConversations';
import { LineFile, type Line } from './lineFile';
import { UnreadLines } from './unreadLines';

/** How often it is looked whether the other windows that wait for an answer are still there. */
const lookMilliseconds = 5_000;

/**
 * The conversations that this machine started, in a file that every window appends to. The file's order is the truth:
 * what a window appends it reads back like what others append.
 */
export class ConversationJournal implements History, vscode.Disposable {
  readonly #file: LineFile;
  readonly #unread: UnreadLines;
  readonly #lines = new ConversationLines();
  readonly #log: Log;
  readonly #news: FileNews;
  readonly #lookMilliseconds: number;
  readonly #known = new KnownConversations();
  /** Known here and not on disk: they go there with the next line. */
  readonly #unwritten: JournalRecord[] = [];
  readonly #owned = new DisposableStore();
  readonly #changed = this.#owned.add(new vscode.EventEmitter<void>());
  /** Why the file could not be read or written the last time. */
  #failed: Readonly<Partial<Record<'unreadable' | 'unwritten', string | undefined>>> = {};
  #queue: Promise<unknown> | undefined;
  #following = false;
  #loaded: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #disposed = false;
  readonly onDidChange = this.#changed.event;

  constructor(folder: string, log: Log, news = fileNews(), lookEvery = lookMilliseconds) {
    this.#file = new LineFile(path.join(folder, 'conversations.jsonl'));
    this.#unread = new UnreadLines(this.#file, new LineFile(path.join(folder, 'conversations.damaged.jsonl')), log);
    this.#log = log;
    this.#news = news;
    this.#lookMilliseconds = lookEvery;
  }

  /** What has been read so far, newest first; see {@link load}. */
  get conversations(): readonly Conversation[] {
    return this.#known.newestFirst;
  }

  get troubles(): readonly HistoryTrouble[] {
    const { path: file } = this.#file;
    const failed = (['unreadable', 'unwritten'] as const).flatMap((kind) => {
      const code = this.#failed[kind];
      return code === undefined ? [] : [{ kind, file, code }];
    });
    return [...failed, ...this.#unread.troubles];
  }

  get(id: string): Conversation | undefined {
    return this.#known.get(id);
  }

  /** Reads the file the first time it is called, and from then on follows what other windows append. */
  async load(): Promise<readonly Conversation[]> {
    this.#loaded ??= this.#loadOnce().catch((error: unknown) => {
      this.#loaded = undefined;
      throw this.#unreadable(error);
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
    await this.#change(id, change);
  }

  /** What was removed is gone from the disk too; that it was removed stays, for windows that have read it before. */
  async remove(id: string): Promise<void> {
    await this.load();
    await this.#append({ type: 'removed', id });
    await this.#inTurn(() => this.#lines.blankRemoved(this.#file));
  }

  dispose(): void {
    this.#disposed = true;
    clearTimeout(this.#timer);
    this.#owned.dispose();
  }

  async #loadOnce(): Promise<void> {
    await mkdir(path.dirname(this.#file.path), { recursive: true });
    // Followed before it is read, so that nothing falls between.
    this.#follow();
    await this.#inTurn(() => this.#read());
    this.#note('unreadable', undefined);
    await this.#blankRemoved();
    if (await this.#inTurn(() => this.#unread.setAside())) this.#changed.fire();
    await this.#closeInterrupted();
  }

  #follow(): void {
    if (this.#following) return;
    this.#following = true;
    this.#owned.add(followFile(this.#file.path, () => this.#readLater(), this.#log, this.#news));
  }

  /** What another window wrote; nobody waits for it. */
  #readLater(): void {
    this.#inTurn(() => this.#read()).catch(this.#warning('Conversations of other windows cannot be read.'));
  }

  #unreadable(error: unknown): HistoryError {
    const file = this.#file.path;
    const code = errorName(error);
    this.#note('unreadable', code);
    return new HistoryError('read', code, file);
  }

  #note(kind: 'unreadable' | 'unwritten', code: string | undefined): void {
    if (this.#failed[kind] === code) return;
    this.#failed = { ...this.#failed, [kind]: code };
    this.#changed.fire();
  }

  /** Starts whose window went away before the answer came: nobody is left to hear it. */
  async #closeInterrupted(): Promise<void> {
    clearTimeout(this.#timer);
    let isOverdue = false;
    for (const conversation of this.#known.awaited) {
      if (!isAlive(conversation.sender)) await this.#change(conversation.id, { outcome: 'mayHaveStarted' });
      else if (Date.now() > conversation.deadline) {
        // What that means, whoever shows it sees for itself.
        this.#known.giveUp(conversation);
        isOverdue = true;
      }
    }
    if (isOverdue) this.#changed.fire();
    this.#lookAgain();
  }

  #lookAgain(): void {
    clearTimeout(this.#timer);
    if (this.#disposed || this.#known.awaited.length === 0) return;
    const look = () => {
      this.#closeInterrupted().catch(this.#warning('Starts of other windows cannot be looked after.'));
    };
    this.#timer = setTimeout(look, this.#lookMilliseconds).unref();
  }

  async #change(id: string, change: ConversationChange): Promise<void> {
    const record: JournalRecord = { type: 'changed', id, change };
    try {
      await this.#append(record);
    } catch (error) {
      this.#keep(record, errorName(error));
      return;
    }
    // It may have come after the removal.
    await this.#blankRemoved();
  }

  #keep(record: JournalRecord, code: string): void {
    if (this.#unwritten.length === 0)
      this.#log.warn('What became of a start is not written down yet.', { error: code, file: this.#file.path });
    this.#unwritten.push(record);
    this.#known.apply(record);
    this.#tellChange();
    this.#note('unwritten', code);
  }

  async #append(record: JournalRecord): Promise<void> {
    await this.#inTurn(async () => {
      const records = [...this.#unwritten, record];
      try {
        await this.#file.append(records.map(formatJournalRecord).join(''));
      } catch (error) {
        throw new HistoryError('write', errorName(error), this.#file.path);
      }
      this.#unwritten.splice(0, records.length - 1);
      if (this.#unwritten.length === 0) this.#note('unwritten', undefined);
      await this.#read();
    });
  }

  async #read(): Promise<void> {
    const { anew, lines } = await this.#file.readNew();
    if (anew) for (const read of [this.#known, this.#lines, this.#unread]) read.forget();
    let changed = anew;
    const unread: Line[] = [];
    for (const line of lines) {
      const record = parseJournalRecord(line.text);
      if (!record) unread.push(line);
      else {
        this.#lines.take(record, line);
        changed = this.#known.apply(record) || changed;
      }
    }
    if (anew) for (const record of this.#unwritten) this.#known.apply(record);
    this.#unread.take(unread);
    if (changed || unread.length > 0) this.#tellChange();
  }

  #tellChange(): void {
    this.#lookAgain();
    this.#changed.fire();
  }

  async #blankRemoved(): Promise<void> {
    await this.#inTurn(() => this.#lines.blankRemoved(this.#file)).catch(
      this.#warning('Some removed conversations are still on disk.'),
    );
  }

  /** One after the other: an append and a read of the same bytes must not overlap. */
  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = (this.#queue ?? Promise.resolve()).then(work, work);
    this.#queue = turn.catch(() => undefined);
    return turn;
  }

  /** For what may fail without costing more than itself. */
  #warning(sentence: string): (error: unknown) => void {
    return (error) => this.#log.warn(sentence, { error: errorName(error) });
  }
}
