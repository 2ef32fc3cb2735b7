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
  /** Known here and not on disk: they go there with the next line. */
  #unwritten: readonly JournalRecord[] = [];
  /** Some removed conversation's line is still there in part. */
  #hasHalfBlank = false;
  #queue: Promise<unknown> | undefined;

  constructor(files: JournalFiles, log: Log) {
    this.#files = files;
    this.#unread = new UnreadLines(files.damaged, log);
  }

  get known(): KnownConversations {
    return this.#contents.known;
  }

  /** About how many bytes it takes to say what is known. */
  get neededBytes(): number {
    return this.#contents.neededBytes;
  }

  /** Whether there are lines that are not known here. */
  get hasUnread(): boolean {
    return this.#unread.areThere;
  }

  get hasUnwritten(): boolean {
    return this.#unwritten.length > 0;
  }

  get troubles(): readonly HistoryTrouble[] {
    return this.#unread.troubles;
  }

  /** Takes what others appended. Says whether anything is known or said that was not. */
  async read(): Promise<boolean> {
    return this.#inTurn(() => this.#read());
  }

  /**
   * Appends what was kept before and this. Of a conversation that was removed meanwhile, nothing is written down.
   * @throws when it is not on disk
   */
  async append(record: JournalRecord): Promise<void> {
    await this.#inTurn(async () => {
      const records = [...this.#unwritten, record];
      const isRead = records.some(({ type }) => type === 'changed') && (await this.#isRead());
      const wanted = isRead ? records.filter((each) => this.#isWanted(each)) : records;
      if (wanted.length > 0) await this.#files.append(wanted.map(formatJournalRecord).join(''));
      this.#unwritten = [];
      // It is known even if it cannot be read back now.
      if (!(await this.#isRead())) for (const each of wanted) this.#contents.apply(each);
    });
  }

  /** What cannot be written down now is known here, and goes to the disk with the next line. */
  keep(record: JournalRecord): void {
    this.#unwritten = [...this.#unwritten, record];
    this.#contents.apply(record);
  }

  /** Overwrites what lines say of conversations that were removed. */
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

  /** Moves damaged lines out of the history. Says whether any was moved. */
  async quarantine(): Promise<boolean> {
    return this.#inTurn(() => this.#unread.quarantine());
  }

  /** Removes them for good once there is no conversation left that they could be of. */
  async removeDamagedWithLast(): Promise<void> {
    await this.#inTurn(async () => {
      if (this.known.newestFirst.length > 0) return;
      await this.#unread.quarantine();
      await this.#unread.removeQuarantined();
    });
  }

  #isWanted(record: JournalRecord): boolean {
    return record.type !== 'changed' || this.known.get(record.id) !== undefined;
  }

  /** What keeps the files from being read is told to whoever wants to read. */
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
        // Shown once it is whole.
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

  /** One after the other: an append and a read of the same bytes must not overlap. */
  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = (this.#queue ?? Promise.resolve()).then(work, work);
    this.#queue = turn.catch(() => undefined);
    return turn;
  }
}
