import { lstat, mkdir, open, rename, rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import path from 'node:path';
import { errorName } from './log';
import { temporaryFor } from './temporaries';

/** Windows reports these while another process has a file open: a virus scanner, an indexer, a backup. */
const momentary: ReadonlySet<string> = new Set(['EPERM', 'EBUSY', 'EACCES']);

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

/**
 * Writes a file that only its owner can read, and creates its folder if that is missing. Written to a temporary file
 * and moved into place: a crash or a power cut leaves the old content or the new one, never half of one.
 */
export async function writeWhole(file: string, content: string | Uint8Array): Promise<void> {
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

async function write(file: string, content: string | Uint8Array): Promise<void> {
  const written = await open(file, 'w', 0o600);
  try {
    await written.writeFile(content);
    await written.datasync();
  } finally {
    await written.close();
  }
}

/** For `catch`: a file or a folder that doesn't exist is nothing. */
export function ifMissing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
}

export type FileAction = 'read' | 'write' | 'delete';

const notDone: Readonly<Record<FileAction, string>> = { read: 'read', write: 'saved', delete: 'deleted' };

/** A file of ours can't be used. `code` is the system's, `file` an absolute path. */
export abstract class FileError extends Error {
  readonly action: FileAction;
  readonly code: string;
  readonly file: string;

  constructor(what: string, action: FileAction, code: string, file: string) {
    super(`The ${what} couldn't be ${notDone[action]}: ${code}`);
    this.action = action;
    this.code = code;
    this.file = file;
  }
}

/**
 * Renames a file that can't be read, so that it isn't overwritten: `draft.json` to `draft.json.damaged`, or, if that is
 * taken, to a name with the time before the ending.
 * @returns its new path
 * @throws if it can't be renamed
 */
export async function quarantine(file: string): Promise<string> {
  const isTaken = (await lstat(`${file}.damaged`).catch(ifMissing)) !== undefined;
  const damaged = isTaken ? `${file}.${Date.now()}.damaged` : `${file}.damaged`;
  await renameWhenFree(file, damaged);
  return damaged;
}
