import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { DisposableStore, type Disposable } from '../../base/common/lifecycle';
import { abridged, unabridged, type WholeRequest } from '../common/abridged';
import type { Conversation, ConversationChange } from '../common/conversation';
import { HistoryError, type History, type HistoryTrouble } from '../common/history';
import type { JournalRecord } from '../common/journal';
import type { Log } from '../../base/common/log';
import { Emitter } from '../../base/common/event';
import { errorName } from '../../base/common/log';
import { followFiles, systemNews, type FileNews } from '../../base/node/followFile';
import { InterruptedStarts } from './interruptedStarts';
import { JournalFiles } from './journalFiles';
import { JournalOnDisk } from './journalOnDisk';
import { JournalUpkeep } from './journalUpkeep';
import { RequestFiles, wholeRequestIn } from './requestFiles';

export interface JournalOptions {
  /** Interval for checking whether the other windows that wait for an answer are still there. In milliseconds. */
  readonly lookEvery?: number;
  /** Time that earlier versions of the extension may have a file open that is about to be removed. In milliseconds. */
  readonly settle?: number;
  /** True if it maintains its files by itself, after reading them and when they have grown; otherwise see `tidy`. */
  readonly tidiesItself?: boolean;
}

/**
 * The conversations that this machine started, in files that every window appends to. The files are the source of
 * truth: a window reads back its own lines like those of others.
 */
export class ConversationJournal implements History, Disposable {
  readonly #files: JournalFiles;
  readonly #requests: RequestFiles;
  readonly #disk: JournalOnDisk;
  readonly #upkeep: JournalUpkeep;
  readonly #interrupted: InterruptedStarts;
  readonly #log: Log;
  readonly #news: FileNews;
  readonly #tidiesItself: boolean;
  readonly #owned = new DisposableStore();
  readonly #changed = this.#owned.add(new Emitter<void>());
  /** Error codes of the last failed read and write. */
  #failed: Readonly<Partial<Record<'unreadable' | 'unwritten', string | undefined>>> = {};
  #following = false;
  #loaded: Promise<void> | undefined;
  readonly onDidChange = this.#changed.event;

  constructor(folder: string, log: Log, news = systemNews, options: JournalOptions = {}) {
    const { lookEvery = 5_000, settle = 1_000, tidiesItself = true } = options;
    this.#files = new JournalFiles(folder);
    this.#requests = new RequestFiles(path.join(folder, 'conversations'));
    this.#disk = new JournalOnDisk(this.#files, log);
    this.#upkeep = this.#owned.add(new JournalUpkeep(this.#files, this.#requests, log, settle));
    const starts = {
      awaited: () => this.#disk.known.awaited,
      end: ({ id }: Conversation) => this.#change(id, { outcome: 'mayHaveStarted' }),
      giveUp: (overdue: readonly Conversation[]) => {
        for (const conversation of overdue) this.#disk.known.giveUp(conversation);
        this.#changed.fire();
      },
    };
    this.#interrupted = this.#owned.add(new InterruptedStarts(starts, log, lookEvery));
    this.#log = log;
    this.#news = news;
    this.#tidiesItself = tidiesItself;
  }

  /** Conversations read so far, newest first; see {@link load}. */
  get conversations(): readonly Conversation[] {
    return this.#disk.known.newestFirst;
  }

  get troubles(): readonly HistoryTrouble[] {
    const { first: file } = this.#files;
    const failed = (['unreadable', 'unwritten'] as const).flatMap((kind) => {
      const code = this.#failed[kind];
      return code === undefined ? [] : [{ kind, file, code }];
    });
    return [...failed, ...this.#disk.troubles];
  }

  get(id: string): Conversation | undefined {
    return this.#disk.known.get(id);
  }

  async whole(id: string): Promise<Conversation | undefined> {
    await this.load();
    const row = this.get(id);
    if (!row?.abridged) return row;
    const whole = await this.#wholeRequest(id).catch((error: unknown) => {
      this.#log.warn('A request cannot be read.', { error: errorName(error), file: this.#requests.pathOf(id) });
    });
    return whole ? unabridged(row, whole) : row;
  }

  /** Reads the files on the first call, and from then on follows what other windows append. */
  async load(): Promise<readonly Conversation[]> {
    this.#loaded ??= this.#loadOnce().catch((error: unknown) => {
      this.#loaded = undefined;
      const file = this.#files.first;
      const code = errorName(error);
      this.#note('unreadable', code);
      throw new HistoryError('read', code, file);
    });
    await this.#loaded;
    return this.conversations;
  }

  async sent(conversation: Conversation): Promise<void> {
    await this.load();
    const row = abridged(conversation);
    const { id } = conversation;
    if (row !== conversation) {
      await this.#requests.write(conversation).catch((error: unknown) => {
        throw new HistoryError('write', errorName(error), this.#requests.pathOf(id));
      });
    }
    try {
      await this.#append({ type: 'sent', conversation: row });
    } catch (error) {
      await this.#requests.remove(id).catch(() => undefined);
      throw error;
    }
  }

  async changed(id: string, change: ConversationChange): Promise<void> {
    await this.load();
    await this.#change(id, change);
  }

  /**
   * Removed conversations are erased from the disk, too; the removal itself stays recorded, for windows that have
   * already read them.
   */
  async remove(id: string): Promise<void> {
    await this.load();
    await this.#append({ type: 'removed', id });
    await this.#disk.blankRemoved();
    await this.#requests.remove(id);
    await this.#disk.removeDamagedWithLast().catch(this.#warning("Damaged lines of the history couldn't be removed."));
  }

  /** Compacts the files if they are much larger than necessary, and removes what a crash left. */
  async tidy(): Promise<void> {
    await this.load();
    if (await this.#upkeep.tidy(this.#disk)) await this.#read();
  }

  dispose(): void {
    this.#owned.dispose();
  }

  async #loadOnce(): Promise<void> {
    await mkdir(this.#files.folder, { recursive: true });
    // Watched before they are read, so that no change is missed.
    this.#follow();
    await this.#read();
    this.#note('unreadable', undefined);
    await this.#blankRemoved();
    if (await this.#disk.quarantine()) this.#changed.fire();
    await this.#interrupted.look();
    this.#tidyLater();
  }

  async #wholeRequest(id: string): Promise<WholeRequest | undefined> {
    // Until old files are compacted, the line contains it.
    return (await this.#requests.read(id)) ?? wholeRequestIn(this.#files, id);
  }

  #follow(): void {
    if (this.#following) return;
    this.#following = true;
    // Reads other windows' changes; not awaited.
    const read = () => {
      this.#read().catch(this.#warning("Conversations from other windows couldn't be read."));
    };
    const { folder } = this.#files;
    this.#owned.add(followFiles(folder, (name) => this.#files.isOne(name), read, this.#log, this.#news));
  }

  #tidyLater(): void {
    if (this.#tidiesItself && this.#upkeep.isDue(this.#disk))
      this.tidy().catch(this.#warning('The history cannot be tidied up.'));
  }

  #note(kind: 'unreadable' | 'unwritten', code: string | undefined): void {
    if (this.#failed[kind] === code) return;
    this.#failed = { ...this.#failed, [kind]: code };
    this.#changed.fire();
  }

  async #change(id: string, change: ConversationChange): Promise<void> {
    try {
      await this.#append({ type: 'changed', id, change });
    } catch (error) {
      this.#noteUnwritten(errorName(error));
      return;
    }
    // It may have arrived after the removal.
    await this.#blankRemoved();
  }

  #noteUnwritten(code: string): void {
    if (this.#failed.unwritten === undefined)
      this.#log.warn("The outcome of a start hasn't been saved yet.", { error: code, file: this.#files.first });
    this.#tellChange();
    this.#note('unwritten', code);
  }

  async #append(record: JournalRecord): Promise<void> {
    await this.#disk.append(record).catch((error: unknown) => {
      throw new HistoryError('write', errorName(error), this.#files.first);
    });
    if (!this.#disk.hasUnwritten) this.#note('unwritten', undefined);
    this.#tellChange();
    this.#tidyLater();
  }

  async #read(): Promise<void> {
    if (await this.#disk.read()) this.#tellChange();
  }

  #tellChange(): void {
    this.#interrupted.lookLater();
    this.#changed.fire();
  }

  async #blankRemoved(): Promise<void> {
    await this.#disk.blankRemoved().catch(this.#warning('Some removed conversations are still on disk.'));
  }

  /** Handler for failures that affect nothing else. */
  #warning(sentence: string): (error: unknown) => void {
    return (error) => this.#log.warn(sentence, { error: errorName(error) });
  }
}
