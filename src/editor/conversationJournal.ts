import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { DisposableStore } from '../disposables';
import type { Conversation, ConversationChange } from '../domain/conversation';
import { HistoryError } from '../domain/historyError';
import {
  applyJournalRecord,
  formatJournalRecord,
  isOfNewerVersion,
  parseJournalRecord,
  type JournalRecord,
} from '../domain/journal';
import type { History, HistoryTrouble, Log } from '../domain/ports';
import { errorName } from './errorName';
import { fileNews, followFile, type FileNews } from './followFile';
import { isAlive } from './isAlive';
import { LineFile, type Line, type Place } from './lineFile';

/** How often it is looked whether the other windows that wait for an answer are still there. */
const lookMilliseconds = 5_000;

/**
 * The conversations that this machine started, in a file that every window appends to. The file's order is the truth:
 * what a window appends it reads back like what others append.
 */
export class ConversationJournal implements History, vscode.Disposable {
  readonly #file: LineFile;
  /** What could not be read, for a person to look at. */
  readonly #damagedFile: LineFile;
  readonly #log: Log;
  readonly #news: FileNews;
  readonly #lookMilliseconds: number;
  readonly #byId = new Map<string, Conversation>();
  /** The ids of the starts without an outcome. */
  readonly #sending = new Set<string>();
  /** The lines that speak of a conversation, to blank them when it is removed. */
  readonly #places = new Map<string, Place[]>();
  readonly #removed = new Map<string, readonly Place[]>();
  readonly #owned = new DisposableStore();
  readonly #changed = this.#owned.add(new vscode.EventEmitter<void>());
  #damaged: Place[] = [];
  #trouble: HistoryTrouble | undefined;
  #newestFirst: readonly Conversation[] | undefined;
  #queue: Promise<unknown> | undefined;
  #following = false;
  #loaded: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #disposed = false;
  readonly onDidChange = this.#changed.event;

  constructor(folder: string, log: Log, news = fileNews(), lookEvery = lookMilliseconds) {
    this.#file = new LineFile(path.join(folder, 'conversations.jsonl'));
    this.#damagedFile = new LineFile(path.join(folder, 'conversations.damaged.jsonl'));
    this.#log = log;
    this.#news = news;
    this.#lookMilliseconds = lookEvery;
  }

  /** What has been read so far, newest first; see {@link load}. */
  get conversations(): readonly Conversation[] {
    this.#newestFirst ??= [...this.#byId.values()].sort((a, b) => b.sentAt - a.sentAt);
    return this.#newestFirst;
  }

  get trouble(): HistoryTrouble | undefined {
    return this.#trouble;
  }

  get(id: string): Conversation | undefined {
    return this.#byId.get(id);
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
    await this.#append({ type: 'changed', id, change });
  }

  /** What was removed is gone from the disk too; that it was removed stays, for windows that have read it before. */
  async remove(id: string): Promise<void> {
    await this.load();
    await this.#append({ type: 'removed', id });
    await this.#inTurn(() => this.#blankRemoved());
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
    if (this.#trouble?.kind === 'unreadable') this.#tell(undefined);
    await this.#inTurn(() => this.#blankRemoved()).catch(
      this.#warning('Some removed conversations are still on disk.'),
    );
    await this.#inTurn(() => this.#setDamagedAside());
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
    if (this.#trouble?.kind !== 'unreadable' || this.#trouble.code !== code)
      this.#tell({ kind: 'unreadable', file, code });
    return new HistoryError('read', code, file);
  }

  #tell(trouble: HistoryTrouble | undefined): void {
    this.#trouble = trouble;
    this.#changed.fire();
  }

  #noteDamage(places: readonly Place[]): void {
    this.#damaged.push(...places);
    const { path: file } = this.#file;
    this.#log.warn('Some remembered conversations cannot be read.', { lines: places.length, file });
    this.#tell({ kind: 'damaged', file, lines: this.#damaged.length });
  }

  #noteNewer(lines: number): void {
    const { path: file } = this.#file;
    this.#log.warn('A newer version of this extension wrote into the history.', { lines, file });
    this.#tell({ kind: 'newer', file, lines });
  }

  /** Only of what was there when it was opened: a line that another window writes now may be half of one. */
  async #setDamagedAside(): Promise<void> {
    const lines = this.#damaged.length;
    if (lines === 0) return;
    const isDamaged = (text: string) => parseJournalRecord(text) === undefined && !isOfNewerVersion(text);
    try {
      await this.#file.move(this.#damaged.splice(0), isDamaged, this.#damagedFile);
      this.#log.info('Damaged lines of the history were moved.', { lines, file: this.#damagedFile.path });
      this.#tell({ kind: 'setAside', file: this.#damagedFile.path, lines });
    } catch (error) {
      this.#log.warn('Damaged lines of the history cannot be moved.', { error: errorName(error) });
    }
  }

  /** Starts whose window went away before the answer came: nobody is left to hear it. */
  async #closeInterrupted(): Promise<void> {
    clearTimeout(this.#timer);
    const now = Date.now();
    for (const id of this.#sending) {
      const { deadline, sender } = this.#byId.get(id) ?? {};
      // A process that is alive may be another one that got the same id.
      if (isAlive(sender) && now <= (deadline ?? 0)) continue;
      await this.#append({ type: 'changed', id, change: { outcome: 'mayHaveStarted' } }).catch(
        this.#warning('A start that was interrupted cannot be marked so.'),
      );
    }
    this.#lookAgain();
  }

  #lookAgain(): void {
    clearTimeout(this.#timer);
    if (this.#disposed || this.#sending.size === 0) return;
    const look = () => {
      this.#closeInterrupted().catch(this.#warning('Starts of other windows cannot be looked after.'));
    };
    this.#timer = setTimeout(look, this.#lookMilliseconds).unref();
  }

  async #append(record: JournalRecord): Promise<void> {
    await this.#inTurn(async () => {
      try {
        await this.#file.append(formatJournalRecord(record));
      } catch (error) {
        throw new HistoryError('write', errorName(error), this.#file.path);
      }
      await this.#read();
    });
  }

  async #read(): Promise<void> {
    const { anew, lines } = await this.#file.readNew();
    if (anew) for (const known of [this.#byId, this.#sending, this.#places, this.#removed]) known.clear();
    if (anew) this.#damaged = [];
    let changed = anew;
    const damaged: Place[] = [];
    let newer = 0;
    for (const line of lines) {
      const record = parseJournalRecord(line.text);
      if (record) changed = this.#take(record, line) || changed;
      else if (isOfNewerVersion(line.text)) newer++;
      else damaged.push(line.place);
    }
    if (damaged.length > 0) this.#noteDamage(damaged);
    if (newer > 0) this.#noteNewer(newer);
    if (!changed) return;
    this.#newestFirst = undefined;
    this.#lookAgain();
    this.#changed.fire();
  }

  /** Says whether anything changed. */
  #take(record: JournalRecord, { place }: Line): boolean {
    const id = idOf(record);
    const places = this.#places.get(id) ?? [];
    if (record.type !== 'removed') this.#places.set(id, [...places, place]);
    else if (this.#places.delete(id)) this.#removed.set(id, places);
    const changed = applyJournalRecord(this.#byId, record);
    if (this.#byId.get(id)?.outcome === 'sending') this.#sending.add(id);
    else this.#sending.delete(id);
    return changed;
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

  /** For what may fail without costing more than itself. */
  #warning(sentence: string): (error: unknown) => void {
    return (error) => this.#log.warn(sentence, { error: errorName(error) });
  }
}

function idOf(record: JournalRecord): string {
  return record.type === 'sent' ? record.conversation.id : record.id;
}

function speaksOf(id: string, record: JournalRecord | undefined): boolean {
  return record !== undefined && idOf(record) === id;
}
