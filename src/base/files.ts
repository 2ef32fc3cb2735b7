import { access, lstat, mkdir, open, rename, rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import path from 'node:path';
import { errorName } from './log';
import { temporaryFor } from './temporaries';

/** Errors on Windows while another process, such as a virus scanner, has a file open. */
const temporaryErrors: ReadonlySet<string> = new Set(['EPERM', 'EBUSY', 'EACCES']);

/** Milliseconds before each further attempt. */
const retryDelays = [10, 20, 50, 100, 200, 400];

/**
 * Renames a file or a folder, with retries while another process has it open.
 * @throws the error of the last attempt
 */
export async function renameWhenFree(from: string, to: string): Promise<void> {
  for (const milliseconds of retryDelays) {
    try {
      await rename(from, to);
      return;
    } catch (error) {
      if (!temporaryErrors.has(errorName(error))) throw error;
    }
    await delay(milliseconds);
  }
  await rename(from, to);
}

/** Syncs the entries of a folder to disk. Otherwise, a new or renamed file might be lost in a power failure. */
export async function syncFolder(folder: string): Promise<void> {
  try {
    const opened = await open(folder, 'r');
    try {
      await opened.sync();
    } finally {
      await opened.close();
    }
  } catch {
    // Windows can't open a folder, but doesn't need this.
  }
}

/**
 * Writes a file that only its owner can read, and creates its folder if necessary. It's written to a temporary file first,
 * which is then renamed, so that a crash or a power failure leaves either the old content or the new one.
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

/** For `catch`: returns `undefined` if a file or folder doesn't exist, and throws all other errors. */
export function ifMissing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
}

export function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

export type FileAction = 'read' | 'write' | 'delete';

const participles: Readonly<Record<FileAction, string>> = { read: 'read', write: 'saved', delete: 'deleted' };

/** The error if a file of the extension can't be used. `code` is the system's, `file` an absolute path. */
export abstract class FileError extends Error {
  readonly action: FileAction;
  readonly code: string;
  readonly file: string;

  constructor(what: string, action: FileAction, code: string, file: string) {
    super(`The ${what} couldn't be ${participles[action]}: ${code}`);
    this.action = action;
    this.code = code;
    this.file = file;
  }
}

/**
 * Renames a file that can't be parsed, so that it isn't overwritten: `draft.json` becomes `draft.json.damaged`, or, if that
 * exists, `draft.json.` with the time and `.damaged`.
 * @returns its new path
 * @throws if it can't be renamed
 */
export async function quarantine(file: string): Promise<string> {
  const isTaken = (await lstat(`${file}.damaged`).catch(ifMissing)) !== undefined;
  const damaged = isTaken ? `${file}.${Date.now()}.damaged` : `${file}.damaged`;
  await renameWhenFree(file, damaged);
  return damaged;
}
