import { formatJournalRecord, type JournalRecord } from '../common/journal';
import type { HistoryTrouble } from '../common/history';
import type { Log } from '../../base/common/log';
import { JournalContents, speaksOf } from './journalContents';
import type { JournalFiles } from './journalFiles';
import { isBlanked, isHalfBlank } from '../../base/node/lineFile';
import type { KnownConversations } from './knownConversations';
import { UnreadLines } from './unreadLines';

/** The journal's files and what this window has read of them. */
export class JournalOnDisk {
  readonly #files: JournalFiles;
  readonly #unread: UnreadLines;
  #contents = new JournalContents();
  /** Known here but not on disk: written with the next line. */
  #unwritten: readonly JournalRecord[] = [];
  /** True if the line of some removed conversation is only partly overwritten. */
  #hasHalfBlank = false;
  #queue: Promise<unknown> | undefined;

  constructor(files: JournalFiles, log: Log) {
    this.#files = files;
    this.#unread = new UnreadLines(files.damaged, log);
  }

  get known(): KnownConversations {
    return this.#contents.known;
  }

  /** Approximate number of bytes needed for the known content. */
  get neededBytes(): number {
    return this.#contents.neededBytes;
  }

  /** True if some lines aren't understood. */
  get hasUnread(): boolean {
    return this.#unread.areThere;
  }

  get hasUnwritten(): boolean {
    return this.#unwritten.length > 0;
  }

  get troubles(): readonly HistoryTrouble[] {
    return this.#unread.troubles;
  }

  /** Reads what others appended. Returns true if conversations or problems changed. */
  async read(): Promise<boolean> {
    return this.#inTurn(() => this.#read());
  }

  /**
   * Appends the pending records and this one. Nothing is written about a conversation that was removed meanwhile. A
   * change that can't be written is known here, and is written with the next record.
   * @throws when it is not on disk
   */
  async append(record: JournalRecord): Promise<void> {
    await this.#inTurn(async () => {
      const records = [...this.#unwritten, record];
      const isRead = records.some(({ type }) => type === 'changed') && (await this.#isRead());
      const wanted = isRead ? records.filter((each) => this.#isWanted(each)) : records;
      try {
        if (wanted.length > 0) await this.#files.append(wanted.map(formatJournalRecord).join(''));
      } catch (error) {
        // Before it's the next one's turn.
        if (record.type === 'changed') this.#keep(record);
        throw error;
      }
      this.#unwritten = [];
      // It is known even if it can't be read back now.
      if (!(await this.#isRead())) for (const each of wanted) this.#contents.apply(each);
    });
  }

  /** Overwrites the lines about removed conversations. */
  async blankRemoved(): Promise<void> {
    await this.#inTurn(async () => {
      const { known } = this;
      const ids = new Set(known.traces);
      if (ids.size === 0 && !this.#hasHalfBlank) return;
      const texts = [...ids].map((id) => JSON.stringify(id));
      await this.#files.blank(texts, (line) => speaksOf(ids, line));
      known.blanked(ids);
      this.#hasHalfBlank = false;
    });
  }

  /** Moves damaged lines out of the history. Returns true if any was moved. */
  async quarantine(): Promise<boolean> {
    return this.#inTurn(() => this.#unread.quarantine());
  }

  /** Deletes them once no conversation is left that they could belong to. */
  async removeDamagedWithLast(): Promise<void> {
    await this.#inTurn(async () => {
      if (this.known.newestFirst.length > 0) return;
      await this.#unread.quarantine();
      await this.#unread.removeQuarantined();
    });
  }

  #keep(record: JournalRecord): void {
    this.#unwritten = [...this.#unwritten, record];
    this.#contents.apply(record);
  }

  #isWanted(record: JournalRecord): boolean {
    return record.type !== 'changed' || this.known.get(record.id) !== undefined;
  }

  /** Errors that prevent reading are reported to the callers who read. */
  async #isRead(): Promise<boolean> {
    return this.#read().then(
      () => true,
      () => false,
    );
  }

  async #read(): Promise<boolean> {
    let contents = this.#contents;
    const { changes } = contents;
    let isNew = false;
    for await (const { file, lines, anew } of this.#files.readNew()) {
      if (anew) {
        // Visible once it is complete.
        contents = new JournalContents();
        this.#unread.forget();
      }
      const given = lines.filter(({ bytes }) => !isBlanked(bytes));
      this.#hasHalfBlank ||= given.length < lines.length && lines.some(({ bytes }) => isHalfBlank(bytes));
      const unread = given.filter(({ bytes }) => !contents.take(bytes));
      this.#unread.take(file, unread);
      isNew ||= unread.length > 0;
    }
    if (contents === this.#contents) return isNew || contents.changes > changes;
    for (const record of this.#unwritten) contents.apply(record);
    const { known } = this;
    this.#contents = contents;
    return contents.known.adopt(known) || isNew;
  }

  /** Runs tasks one after the other: an append and a read of the same bytes must not overlap. */
  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = (this.#queue ?? Promise.resolve()).then(work, work);
    this.#queue = turn.catch(() => undefined);
    return turn;
  }
}
