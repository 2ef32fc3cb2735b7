import { isOfNewerVersion, parseJournalRecord } from '../domain/journal';
import type { HistoryTrouble } from '../domain/ports/history';
import type { Log } from '../domain/ports/log';
import { errorName } from './errorName';
import type { Line, LineFile, Place } from './lineFile';

/** The lines of the history that mean nothing here: the damaged ones, and those of a newer version. */
export class UnreadLines {
  readonly #file: LineFile;
  /** Where the damaged ones go, for a person to look at. */
  readonly #damagedFile: LineFile;
  readonly #log: Log;
  #damaged: Place[] = [];
  #setAside = 0;
  #newer = 0;

  constructor(file: LineFile, damagedFile: LineFile, log: Log) {
    this.#file = file;
    this.#damagedFile = damagedFile;
    this.#log = log;
  }

  get troubles(): readonly HistoryTrouble[] {
    const { path: file } = this.#file;
    const troubles: readonly Extract<HistoryTrouble, { lines: number }>[] = [
      { kind: 'setAside', file: this.#damagedFile.path, lines: this.#setAside },
      { kind: 'damaged', file, lines: this.#damaged.length },
      { kind: 'newer', file, lines: this.#newer },
    ];
    return troubles.filter(({ lines }) => lines > 0);
  }

  take(lines: readonly Line[]): void {
    const newer = lines.filter(({ text }) => isOfNewerVersion(text)).length;
    const damaged = lines.filter(({ text }) => !isOfNewerVersion(text)).map(({ place }) => place);
    const { path: file } = this.#file;
    if (damaged.length > 0)
      this.#log.warn('Some remembered conversations cannot be read.', { lines: damaged.length, file });
    if (newer > 0) this.#log.warn('A newer version of this extension wrote into the history.', { lines: newer, file });
    this.#damaged.push(...damaged);
    this.#newer += newer;
  }

  /** The file is another one now. */
  forget(): void {
    this.#damaged = [];
    this.#newer = 0;
  }

  /** Moves the damaged ones out of the history. Where they cannot be moved, they stay. Says whether any was moved. */
  async setAside(): Promise<boolean> {
    const places = this.#damaged;
    const lines = places.length;
    if (lines === 0) return false;
    try {
      await this.#file.move(places, isDamaged, this.#damagedFile);
    } catch (error) {
      this.#log.warn('Damaged lines of the history cannot be moved.', { error: errorName(error) });
      return false;
    }
    this.#damaged = [];
    this.#setAside += lines;
    this.#log.info('Damaged lines of the history were moved.', { lines, file: this.#damagedFile.path });
    return true;
  }
}

function isDamaged(text: string): boolean {
  return parseJournalRecord(text) === undefined && !isOfNewerVersion(text);
}
