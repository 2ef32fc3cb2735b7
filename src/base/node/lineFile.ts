import { constants, open, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { syncFolder } from './files';

/** Position of a line, in bytes, without its line break. */
export interface Place {
  readonly offset: number;
  readonly length: number;
}

export interface Line {
  /** The line without its line break. Valid for the moment only: a slice of the bytes that were read with it. */
  readonly bytes: Buffer;
  /** Offset of its first byte in the file. */
  readonly offset: number;
}

/** Some lines of a file, in order. */
export interface Lines {
  readonly lines: readonly Line[];
  /** Offset after the last byte of the last line. */
  readonly end: number;
}

// Text files to which several processes append lines. Lines never move, so their positions stay valid; a line that is
// no longer needed is overwritten with spaces.

/**
 * Appends lines with their line breaks in one write, which is on disk when this returns; the leading line break ends a
 * line that a crash cut short.
 * @param create whether to create a missing file; otherwise, that is an error
 * @throws also if the disk took only a part of it
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

/** Like {@link linesFrom}, for a file given by its path. */
export async function* readLines(file: string, from = 0): AsyncGenerator<Lines> {
  const handle = await open(file, 'r');
  try {
    yield* linesFrom(handle, from);
  } finally {
    await handle.close();
  }
}

/**
 * Whole lines in batches, up to where the file ended at the start. A last line without its line break isn't included.
 */
export async function* linesFrom(file: FileHandle, from = 0): AsyncGenerator<Lines> {
  const { size } = await file.stat();
  let rest: Buffer = Buffer.alloc(0);
  for (let offset = from; offset + rest.length < size;) {
    const next = offset + rest.length;
    // Otherwise, a line without an end would be searched once for each piece of it.
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

/** All bytes from an offset on, unchanged. */
export async function bytesFrom(file: FileHandle, from: number): Promise<Buffer> {
  const { size } = await file.stat();
  return readAt(file, { offset: from, length: Math.max(0, size - from) });
}

/**
 * Overwrites lines if `unwanted` still holds for their current content: the file may have been replaced.
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

/** Number of bytes read at once. */
const pieceBytes = 2 ** 20;

/**
 * The lines that end in these bytes. A power cut leaves a line of zeros in place of bytes that didn't reach the disk.
 */
function linesIn(bytes: Buffer, offset: number): readonly Line[] {
  const lines: Line[] = [];
  for (let start = 0, end; (end = bytes.indexOf(lineBreak, start)) >= 0; start = end + 1) {
    const line = bytes.subarray(start, end);
    if (line.length === 0 || (isBlanked(line) && isBlank(line)) || line.every((byte) => byte === 0)) continue;
    lines.push({ bytes: line, offset: offset + start });
  }
  return lines;
}

/** True if a line has been overwritten, is being overwritten, or was to be when its window crashed. */
export function isBlanked(line: Buffer): boolean {
  return line[0] === space;
}

/** True if a line has been overwritten in part. One that another program wrote with leading spaces has not. */
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

/** In bytes. Node can't read 2 GB at once. */
const maxRead = 2 ** 28;
