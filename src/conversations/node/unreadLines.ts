import { rm } from 'node:fs/promises';
import { isOfNewerVersion, parseJournalRecord } from '../common/journal';
import type { HistoryTrouble } from '../common/history';
import { type Log, errorName } from '../../base/common/log';
import { appendLines, blankLines, type Line, type Place } from '../../base/node/lineFile';

/** Lines of the history that aren't understood: damaged ones, and those of a newer version. */
export class UnreadLines {
  /** File for the damaged ones, for the user to look at. */
  readonly #damagedFile: string;
  readonly #log: Log;
  /** Their positions, by file. */
  readonly #damaged = new Map<string, readonly Place[]>();
  #quarantined = 0;
  #newer = 0;
  /** The file that had the last line of a newer version. */
  #newerFile = '';

  constructor(damagedFile: string, log: Log) {
    this.#damagedFile = damagedFile;
    this.#log = log;
  }

  /** True if some lines in the files aren't understood. */
  get areThere(): boolean {
    return this.#damaged.size > 0 || this.#newer > 0;
  }

  get troubles(): readonly HistoryTrouble[] {
    const troubles: readonly Extract<HistoryTrouble, { lines: number }>[] = [
      { kind: 'quarantined', file: this.#damagedFile, lines: this.#quarantined },
      ...[...this.#damaged].map(([file, { length: lines }]) => ({ kind: 'damaged', file, lines }) as const),
      { kind: 'newer', file: this.#newerFile, lines: this.#newer },
    ];
    return troubles.filter(({ lines }) => lines > 0);
  }

  take(file: string, lines: readonly Line[]): void {
    const newer = lines.filter(({ bytes }) => isOfNewerVersion(bytes.toString())).length;
    const damaged = lines
      .filter(({ bytes }) => isDamaged(bytes))
      .map(({ bytes: { length }, offset }) => ({ offset, length }));
    if (damaged.length > 0)
      this.#log.warn("Some saved conversations couldn't be read.", { lines: damaged.length, file });
    if (newer > 0) this.#log.warn('A newer version of this extension wrote to the history.', { lines: newer, file });
    if (damaged.length > 0) this.#damaged.set(file, [...(this.#damaged.get(file) ?? []), ...damaged]);
    if (newer > 0) this.#newerFile = file;
    this.#newer += newer;
  }

  /** Forgets all lines, because the files are read again. */
  forget(): void {
    this.#damaged.clear();
    this.#newer = 0;
  }

  /** Moves the damaged ones out of the history. If they can't be moved, they stay. Returns true if any was moved. */
  async quarantine(): Promise<boolean> {
    let isMoved = false;
    for (const [file, places] of [...this.#damaged]) isMoved = (await this.#move(file, places)) || isMoved;
    return isMoved;
  }

  /** Deletes what any window moved: it may contain text of a conversation that the user removed. */
  async removeQuarantined(): Promise<void> {
    await rm(this.#damagedFile, { force: true });
    this.#quarantined = 0;
  }

  async #move(file: string, places: readonly Place[]): Promise<boolean> {
    const lines = places.length;
    try {
      // A line is blanked here only once it is on disk there, byte for byte.
      await blankLines(file, places, isDamaged, (line) =>
        appendLines(this.#damagedFile, Buffer.concat([line, Buffer.from('\n')]), true),
      );
    } catch (error) {
      this.#log.warn("Damaged lines of the history couldn't be moved.", { error: errorName(error) });
      return false;
    }
    this.#damaged.delete(file);
    this.#quarantined += lines;
    this.#log.info('Damaged lines of the history were moved.', { lines, file: this.#damagedFile });
    return true;
  }
}

function isDamaged(line: Buffer): boolean {
  const text = line.toString();
  return parseJournalRecord(text) === undefined && !isOfNewerVersion(text);
}
