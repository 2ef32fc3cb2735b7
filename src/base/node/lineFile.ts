import { constants, open, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { syncFolder } from './files';

/** Where a line is, in bytes, without its line break. */
export interface Place {
  readonly offset: number;
  readonly length: number;
}

export interface Line {
  /** Without its line break, and for the moment: they are a piece of what was read with it. */
  readonly bytes: Buffer;
  /** Of its first byte in the file. */
  readonly offset: number;
}

/** Some lines of a file, in their order. */
export interface Lines {
  readonly lines: readonly Line[];
  /** The byte behind the last of them. */
  readonly end: number;
}

// Text files to which several processes append lines. Lines never move, so that where one is stays true; one that is not
// wanted any more is overwritten with spaces.

/**
 * Appends lines with their line breaks. One write, on disk when it returns; the line break in front ends a line that a
 * crash cut short.
 * @param create whether a file that is missing is made; without, that is an error
 * @throws also when the disk took a part of it only
 */
export async function appendLines(file: string, lines: string | Uint8Array, create: boolean): Promise<void> {
  const bytes = Buffer.concat([lineBreak, Buffer.from(lines)]);
  const handle = await open(file, create ? 'a' : constants.O_WRONLY | constants.O_APPEND, 0o600);
  try {
    const { size } = await handle.stat();
    const { bytesWritten } = await handle.write(bytes);
    if (bytesWritten < bytes.length) throw Object.assign(new Error('The disk is full.'), { code: 'ENOSPC' });
    await handle.datasync();
    if (size === 0) await syncFolder(path.dirname(file));
  } finally {
    await handle.close();
  }
}

/** As {@link linesFrom}, of a file by its path. */
export async function* readLines(file: string, from = 0): AsyncGenerator<Lines> {
  const handle = await open(file, 'r');
  try {
    yield* linesFrom(handle, from);
  } finally {
    await handle.close();
  }
}

/** Whole lines, some at a time, up to where the file ended at first. A last one without its line break is left. */
export async function* linesFrom(file: FileHandle, from = 0): AsyncGenerator<Lines> {
  const { size } = await file.stat();
  let rest: Buffer = Buffer.alloc(0);
  for (let offset = from; offset + rest.length < size;) {
    const next = offset + rest.length;
    // A line without an end would else be looked through once for each piece of it.
    const length = Math.min(size - next, Math.max(pieceBytes, rest.length));
    const piece = await readAt(file, { offset: next, length });
    if (piece.length === 0) return;
    const bytes = rest.length > 0 ? Buffer.concat([rest, piece]) : piece;
    const whole = bytes.subarray(0, bytes.lastIndexOf(lineBreak) + 1);
    rest = bytes.subarray(whole.length);
    if (whole.length > 0) yield { lines: linesIn(whole, offset), end: offset + whole.length };
    offset += whole.length;
  }
}

/** All bytes from one on, as they are. */
export async function bytesFrom(file: FileHandle, from: number): Promise<Buffer> {
  const { size } = await file.stat();
  return readAt(file, { offset: from, length: Math.max(0, size - from) });
}

/**
 * Overwrites lines where `unwanted` still says so of what is there: somebody may have replaced the file.
 * @param keep is called with each before, and waited for
 */
export async function blankLines(
  file: string,
  places: readonly Place[],
  unwanted: (line: Buffer) => boolean,
  keep?: (line: Buffer) => Promise<void>,
): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    for (const place of places) {
      const line = await readAt(handle, place);
      if (!unwanted(line)) continue;
      await keep?.(line);
      await handle.write(Buffer.alloc(place.length, ' '), 0, place.length, place.offset);
    }
    await handle.datasync();
  } finally {
    await handle.close();
  }
}

const lineBreak = Buffer.from('\n');

/** How much is read at once. In bytes. */
const pieceBytes = 2 ** 20;

/** The lines that end in these bytes. One of zeros is what a power cut leaves of bytes that did not reach the disk. */
function linesIn(bytes: Buffer, offset: number): readonly Line[] {
  const lines: Line[] = [];
  for (let start = 0, end; (end = bytes.indexOf(lineBreak, start)) >= 0; start = end + 1) {
    const line = bytes.subarray(start, end);
    if (line.length === 0 || (isBlanked(line) && isBlank(line)) || line.every((byte) => byte === 0)) continue;
    lines.push({ bytes: line, offset: offset + start });
  }
  return lines;
}

/** Whether a line has been overwritten, or is being overwritten, or was to be when its window crashed. */
export function isBlanked(line: Buffer): boolean {
  return line[0] === space;
}

/** Whether a line has been overwritten in part. One with spaces in front that somebody else wrote has not. */
export function isHalfBlank(line: Buffer): boolean {
  if (!isBlanked(line)) return false;
  try {
    JSON.parse(line.toString());
    return false;
  } catch {
    return true;
  }
}

const space = 0x20;

function isBlank(line: Buffer): boolean {
  return line.toString('latin1').trim() === '';
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
