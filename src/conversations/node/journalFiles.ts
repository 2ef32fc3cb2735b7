import { randomBytes } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { errorName } from '../../base/common/log';
import { appendLines, blankLines, isHalfBlank, readLines, type Line, type Place } from '../../base/node/lineFile';
import { writeWhole } from '../../base/node/files';

/** Some lines of one of the files. */
export interface JournalLines {
  /** Absolute path. */
  readonly file: string;
  readonly lines: readonly Line[];
  /** True if the files are read from the beginning, starting with these lines: lines read before may be gone. */
  readonly anew: boolean;
}

/** The first file, and the only one that earlier versions of the extension know. */
const firstFile = 'conversations.jsonl';

/** Compaction adds and removes files meanwhile, but not that often. */
const maxTries = 50;

/**
 * The files with the journal's lines, all of which count, in this order: `conversations.jsonl`, and those written by
 * compaction, `conversations.<number>-<random>.jsonl`. Windows append to the newest. A file is removed only after a
 * newer one has all its lines, so an append isn't lost if its file is still the newest afterwards. Otherwise it is
 * repeated: lines are valid however often and in whichever order they appear.
 */
export class JournalFiles {
  readonly folder: string;
  /** Number of bytes read of each file. */
  readonly #read = new Map<string, number>();
  #isRead = true;

  constructor(folder: string) {
    this.folder = folder;
  }

  /** First file of the journal, for the user to look at. */
  get first(): string {
    return path.join(this.folder, firstFile);
  }

  /** File for damaged lines, for the user to look at. */
  get damaged(): string {
    return path.join(this.folder, 'conversations.damaged.jsonl');
  }

  /** Number of bytes read of the existing files. */
  get bytes(): number {
    return [...this.#read.values()].reduce((sum, bytes) => sum + bytes, 0);
  }

  /** A path that hasn't been used by another file. */
  newPath(number: number): string {
    return path.join(this.folder, `conversations.${number}-${randomBytes(4).toString('hex')}.jsonl`);
  }

  isOne(name: string): boolean {
    return numberOf(name) !== undefined;
  }

  /** Absolute paths, oldest first. */
  async list(): Promise<readonly string[]> {
    const names = (await readdir(this.folder)).filter((name) => this.isOne(name));
    const inOrder = names.sort((a, b) => (numberOf(a) ?? 0) - (numberOf(b) ?? 0) || (a < b ? -1 : 1));
    return inOrder.map((name) => path.join(this.folder, name));
  }

  /** Appends lines with their line breaks; when it returns, they are on disk, in a file that counts. */
  async append(lines: string | Uint8Array): Promise<void> {
    for (let tries = 1; ; tries++) {
      const file = (await this.list()).at(-1) ?? this.first;
      try {
        await appendLines(file, lines, file === this.first);
        if ((await this.list()).at(-1) === file) return;
      } catch (error) {
        // Its lines are in a newer file.
        if (errorName(error) !== 'ENOENT' || file === this.first || tries === maxTries) throw error;
      }
    }
  }

  /**
   * Lines that haven't been read yet. If there are new files, or shorter ones, everything is read, from the oldest on.
   */
  async *readNew(): AsyncGenerator<JournalLines> {
    let anew = !this.#isRead;
    for (let tries = 1; ; tries++, anew = true) {
      this.#isRead = false;
      const files = await this.list();
      anew ||= await this.#isReplaced(files);
      if (anew) {
        this.#read.clear();
        yield { file: this.first, lines: [], anew };
      }
      try {
        for (const file of files) yield* this.#readFile(file);
        this.#isRead = true;
        return;
      } catch (error) {
        // Removed since it was listed.
        if (errorName(error) !== 'ENOENT' || tries === maxTries) throw error;
      }
    }
  }

  async *#readFile(file: string): AsyncGenerator<JournalLines> {
    const from = this.#read.get(file) ?? 0;
    this.#read.set(file, from);
    for await (const { lines, end } of readLines(file, from)) {
      this.#read.set(file, end);
      yield { file, lines, anew: false };
    }
  }

  async #isReplaced(files: readonly string[]): Promise<boolean> {
    // A new file includes the content of others, which are about to be removed.
    if (this.#read.size > 0 && files.some((file) => !this.#read.has(file))) return true;
    for (const [file, bytes] of this.#read) {
      if (!files.includes(file)) return true;
      const { size = 0 } = (await stat(file).catch(() => undefined)) ?? {};
      if (size < bytes) return true;
    }
    return false;
  }

  /** Overwrites every unwanted line that contains one of these texts, and partial lines left by a crash. */
  async blank(texts: Iterable<string>, unwanted: (line: Buffer) => boolean): Promise<void> {
    const needles = [...texts].map((text) => Buffer.from(text));
    const has = (line: Buffer) => needles.some((needle) => line.includes(needle));
    const isOne = ({ bytes }: Line) => isHalfBlank(bytes) || (has(bytes) && unwanted(bytes));
    for (const file of await this.list()) {
      try {
        const places: Place[] = [];
        for await (const { lines } of readLines(file))
          for (const line of lines.filter(isOne)) places.push({ offset: line.offset, length: line.bytes.length });
        if (places.length > 0) await blankLines(file, places, (line) => isHalfBlank(line) || unwanted(line));
      } catch (error) {
        if (errorName(error) !== 'ENOENT') throw error;
      }
    }
  }

  /** Writes a newer file, which appears once it is complete. */
  async publish(pieces: Iterable<string | Uint8Array>): Promise<void> {
    const newest = (await this.list()).at(-1);
    const number = (newest === undefined ? 0 : (numberOf(path.basename(newest)) ?? 0)) + 1;
    await writeWhole(this.newPath(number), pieces);
  }
}

/** Position of a file among the journal's; `undefined` if it isn't one of them. */
function numberOf(name: string): number | undefined {
  if (name === firstFile) return 0;
  const number = /^conversations\.(\d{1,15})-[0-9a-f]{8}\.jsonl$/.exec(name)?.[1];
  return number === undefined ? undefined : Number(number);
}
