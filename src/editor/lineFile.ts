import { open, type FileHandle } from 'node:fs/promises';

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
   */
  async append(line: string): Promise<void> {
    const file = await open(this.path, 'a', 0o600);
    try {
      await file.write(Buffer.from(`\n${line}`));
      await file.datasync();
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
    const file = await openIfThere(this.path, 'r+');
    if (!file) return;
    try {
      for (const place of places) {
        if (!unwanted((await readAt(file, place)).toString())) continue;
        await file.write(Buffer.alloc(place.length, ' '), 0, place.length, place.offset);
      }
      await file.datasync();
    } finally {
      await file.close();
    }
  }
}

const lineBreak = 0x0a;

/** The lines that end in these bytes. One that begins with a space is blank, or being blanked by another process. */
function linesIn(bytes: Buffer, offset: number): readonly Line[] {
  const lines: Line[] = [];
  for (let start = 0, end; (end = bytes.indexOf(lineBreak, start)) >= 0; start = end + 1) {
    const text = bytes.toString('utf8', start, end);
    if (text === '' || text.startsWith(' ')) continue;
    lines.push({ text, place: { offset: offset + start, length: end - start } });
  }
  return lines;
}

async function readAt(file: FileHandle, { offset, length }: Place): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset);
  return buffer.subarray(0, bytesRead);
}

async function openIfThere(path: string, flags: 'r' | 'r+'): Promise<FileHandle | undefined> {
  try {
    return await open(path, flags);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
