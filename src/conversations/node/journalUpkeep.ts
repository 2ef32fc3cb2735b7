import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Disposable } from '../../base/common/lifecycle';
import { errorName, type Log } from '../../base/common/log';
import { compactJournal } from './compactJournal';
import { exclusively, isUnlocked } from '../../base/node/exclusively';
import type { JournalFiles } from './journalFiles';
import type { JournalOnDisk } from './journalOnDisk';
import type { RequestFiles } from './requestFiles';
import { sweepTemporaries } from '../../base/node/temporaries';

/**
 * Allowed size of the files relative to what they must contain, and in additional bytes: a short history is left alone.
 */
const most = { factor: 1.5, bytes: 64 * 1024 };

/** Time that damaged lines are stored. */
const damagedMilliseconds = 30 * 24 * 60 * 60 * 1000;

/** Keeps the files of the journal from growing indefinitely: one window at a time, while others read and append. */
export class JournalUpkeep implements Disposable {
  readonly #files: JournalFiles;
  readonly #requests: RequestFiles;
  readonly #log: Log;
  readonly #settleMilliseconds: number;
  readonly #ending = new AbortController();
  #isSwept = false;
  /** Size of the files at the last attempt. */
  #triedAt = -Infinity;
  #tidying: Promise<boolean> | undefined;

  constructor(files: JournalFiles, requests: RequestFiles, log: Log, settleMilliseconds: number) {
    this.#files = files;
    this.#requests = requests;
    this.#log = log;
    this.#settleMilliseconds = settleMilliseconds;
  }

  /** True if {@link tidy} has something to do. */
  isDue(disk: JournalOnDisk): boolean {
    return !this.#ending.signal.aborted && (!this.#isSwept || this.#isLarge(disk));
  }

  /** @returns true if the files have changed */
  async tidy(disk: JournalOnDisk): Promise<boolean> {
    this.#tidying ??= this.#tidy(disk).finally(() => (this.#tidying = undefined));
    return this.#tidying;
  }

  dispose(): void {
    this.#ending.abort();
  }

  async #tidy(disk: JournalOnDisk): Promise<boolean> {
    const isCompacted = this.#isLarge(disk) && (await this.#compact());
    if (!this.#isSwept) await this.#sweep(disk);
    this.#isSwept = true;
    return isCompacted;
  }

  get #lock(): string {
    return path.join(this.#files.folder, 'conversations.lock');
  }

  #isLarge({ neededBytes }: JournalOnDisk): boolean {
    const { bytes } = this.#files;
    return bytes > most.factor * neededBytes + most.bytes && bytes > this.#triedAt + most.bytes;
  }

  async #compact(): Promise<boolean> {
    const { signal } = this.#ending;
    const bytes = (this.#triedAt = this.#files.bytes);
    const compaction = {
      files: this.#files,
      requests: this.#requests,
      settleMilliseconds: this.#settleMilliseconds,
      signal,
    };
    const isDone = await exclusively(this.#lock, () => compactJournal(compaction)).catch((error: unknown) => {
      if (signal.aborted) return false;
      throw error;
    });
    this.#triedAt = -Infinity;
    if (isDone) this.#log.info('The history was made smaller.', { bytes });
    return isDone;
  }

  async #sweep({ known, hasUnread }: JournalOnDisk): Promise<void> {
    const { folder } = this.#files;
    await isUnlocked(this.#lock);
    await sweepTemporaries(folder);
    await this.#removeOldDamaged();
    // An unreadable line may belong to a file, and so may one that was moved.
    const isCertain = !hasUnread && (await changedAt(this.#files.damaged)) === undefined;
    const kept = known.newestFirst.filter(({ abridged }) => abridged).map(({ id }) => id);
    const left = await this.#requests.sweep(known.removed, isCertain ? kept : undefined);
    if (left > 0) this.#log.warn('Requests that belong to no conversation are left.', { files: left });
  }

  /** By now, the user has had time to look at them. They may contain text of a removed conversation. */
  async #removeOldDamaged(): Promise<void> {
    const { damaged } = this.#files;
    const at = await changedAt(damaged);
    if (at === undefined || Date.now() - at < damagedMilliseconds) return;
    await rm(damaged, { force: true }).catch((error: unknown) =>
      this.#log.warn("Damaged lines of the history couldn't be removed.", { error: errorName(error) }),
    );
  }
}

/** In milliseconds since 1970; `undefined` when there is no such file. */
async function changedAt(file: string): Promise<number | undefined> {
  return stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => undefined,
  );
}
