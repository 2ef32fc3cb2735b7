import { open, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { syncFolder } from './syncFolder';

/** Where a line is, in bytes, without its line break. */
export interface Place {
  readonly offset: number;
  readonly length: number;
}

export interface Line {
  readonly text: string;
  readonly place: Place;
}

/**
 * A text file to which several processes append lines. Lines never move, so that where one is stays true; one that is
 * not wanted any more is overwritten with spaces.
 */
export class LineFile {
  readonly path: string;
  #readBytes = 0;

  constructor(path: string) {
    this.path = path;
  }

  /**
   * Takes a line with its line break. One write, on disk when it returns; the line break in front ends a line that a
   * crash cut short.
   * @throws also when the disk took a part of it only
   */
  async append(line: string | Uint8Array): Promise<void> {
    const bytes = Buffer.concat([lineBreak, Buffer.from(line)]);
    const file = await open(this.path, 'a', 0o600);
    try {
      const { size } = await file.stat();
      const { bytesWritten } = await file.write(bytes);
      if (bytesWritten < bytes.length) throw Object.assign(new Error('The disk is full.'), { code: 'ENOSPC' });
      await file.datasync();
      if (size === 0) await syncFolder(path.dirname(this.path));
    } finally {
      await file.close();
    }
  }

  /** Whole lines that were not read yet. A file that became shorter was replaced, and is read `anew`. */
  async readNew(): Promise<{ readonly anew: boolean; readonly lines: readonly Line[] }> {
    const file = await openIfThere(this.path, 'r');
    if (!file) return { anew: false, lines: [] };
    try {
      const { size } = await file.stat();
      const anew = size < this.#readBytes;
      if (anew) this.#readBytes = 0;
      const bytes = await readAt(file, { offset: this.#readBytes, length: size - this.#readBytes });
      const lines = linesIn(bytes, this.#readBytes);
      this.#readBytes += bytes.lastIndexOf(lineBreak) + 1;
      return { anew, lines };
    } finally {
      await file.close();
    }
  }

  /** Overwrites lines where `unwanted` still says so of what is there: somebody may have replaced the file. */
  async blank(places: readonly Place[], unwanted: (text: string) => boolean): Promise<void> {
    await this.#take(places, unwanted, () => Promise.resolve());
  }

  /** The same, but only once they are on disk at the end of another file, byte for byte. */
  async move(places: readonly Place[], unwanted: (text: string) => boolean, to: LineFile): Promise<void> {
    await this.#take(places, unwanted, (line) => to.append(Buffer.concat([line, lineBreak])));
  }

  async #take(
    places: readonly Place[],
    unwanted: (text: string) => boolean,
    keep: (line: Buffer) => Promise<void>,
  ): Promise<void> {
    const file = await openIfThere(this.path, 'r+');
    if (!file) return;
    try {
      for (const place of places) {
        const line = await readAt(file, place);
        if (!unwanted(line.toString())) continue;
        await keep(line);
        await file.write(Buffer.alloc(place.length, ' '), 0, place.length, place.offset);
      }
      await file.datasync();
    } finally {
      await file.close();
    }
  }
}

const lineBreak = Buffer.from('\n');

/**
 * The lines that end in these bytes. One that begins with a space is blank, or being blanked by another process; one of
 * zeros is what a power cut leaves of bytes that did not reach the disk.
 */
function linesIn(bytes: Buffer, offset: number): readonly Line[] {
  const lines: Line[] = [];
  for (let start = 0, end; (end = bytes.indexOf(lineBreak, start)) >= 0; start = end + 1) {
    const line = bytes.subarray(start, end);
    if (line.length === 0 || line[0] === 0x20 || line.every((byte) => byte === 0)) continue;
    lines.push({ text: line.toString(), place: { offset: offset + start, length: end - start } });
  }
  return lines;
}

async function readAt(file: FileHandle, { offset, length }: Place): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await file.read(bytes, filled, Math.min(length - filled, maxRead), offset + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return bytes.subarray(0, filled);
}

/** Node refuses to read 2 GB at once. In bytes. */
const maxRead = 2 ** 28;

async function openIfThere(path: string, flags: 'r' | 'r+'): Promise<FileHandle | undefined> {
  try {
    return await open(path, flags);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
