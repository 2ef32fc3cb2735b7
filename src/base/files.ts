import { lstat, mkdir, open, rename, rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import path from 'node:path';
import { errorName } from './log';
import { temporaryFor } from './temporaries';

/** Windows reports these while another process has a file open: a virus scanner, an indexer, a backup. */
const momentary = new Set(['EPERM', 'EBUSY', 'EACCES']);

/** Delays before each further attempt, in milliseconds: most of a second altogether. */
const waits = [10, 20, 50, 100, 200, 400];

/**
 * Renames a file or a folder, with retries if the system fails for a moment.
 * @throws the system's last error
 */
export async function renameWhenFree(from: string, to: string): Promise<void> {
  for (const milliseconds of waits) {
    try {
      await rename(from, to);
      return;
    } catch (error) {
      if (!momentary.has(errorName(error))) throw error;
    }
    await delay(milliseconds);
  }
  await rename(from, to);
}

/** Syncs a folder's entries to disk: otherwise, a new or moved file would be gone after a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  try {
    const opened = await open(folder, 'r');
    try {
      await opened.sync();
    } finally {
      await opened.close();
    }
  } catch {
    // Windows can't open a folder, and does this by itself.
  }
}

/** The whole content, or pieces that are requested one after the other. */
type Content = string | Uint8Array | Iterable<string | Uint8Array>;

/**
 * Writes a file that only its owner can read, and creates its folder if that is missing. Written to a temporary file
 * and moved into place: a crash or a power cut leaves the old content or the new one, never half of one.
 */
export async function writeWhole(file: string, content: Content): Promise<void> {
  const folder = path.dirname(file);
  const temporary = temporaryFor(file);
  try {
    await write(temporary, content).catch(async (error: unknown) => {
      ifMissing(error);
      await mkdir(folder, { recursive: true });
      await write(temporary, content);
    });
    await renameWhenFree(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
  await syncFolder(folder);
}

async function write(file: string, content: Content): Promise<void> {
  const written = await open(file, 'w', 0o600);
  try {
    const pieces = typeof content === 'string' || content instanceof Uint8Array ? [content] : content;
    for (const piece of pieces) await written.appendFile(piece);
    await written.datasync();
  } finally {
    await written.close();
  }
}

/** For `catch`: a file or a folder that doesn't exist is nothing. */
export function ifMissing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
}

/** A file of ours can't be used. `code` is the system's, `file` an absolute path. */
export abstract class FileError extends Error {
  readonly action: 'read' | 'write';
  readonly code: string;
  readonly file: string;

  constructor(what: string, action: 'read' | 'write', code: string, file: string) {
    super(`The ${what} couldn't be ${action === 'read' ? 'read' : 'saved'}: ${code}`);
    this.action = action;
    this.code = code;
    this.file = file;
  }
}

/** If there are more, something else is wrong. */
const maxDamaged = 100;

/**
 * Renames a file that can't be read, so that it isn't overwritten: `draft.json` to `draft.json.damaged`, or to
 * `draft.json.2.damaged` if that is taken.
 * @returns its new path
 * @throws if it can't be renamed
 */
export async function quarantine(file: string): Promise<string> {
  for (let number = 1; number <= maxDamaged; number++) {
    const damaged = number === 1 ? `${file}.damaged` : `${file}.${number}.damaged`;
    if (await isThere(damaged)) continue;
    await renameWhenFree(file, damaged);
    return damaged;
  }
  throw new Error('There are too many damaged files.');
}

async function isThere(file: string): Promise<boolean> {
  return lstat(file).then(
    () => true,
    () => false,
  );
}
