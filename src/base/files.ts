import { access, lstat, mkdir, open, readdir, realpath, rename, rm, stat } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import path from 'node:path';
import { randomUUID } from 'node:crypto';
import { constants, realpath as realpathOfNode } from 'node:fs';
import { promisify } from 'node:util';
import { errorName } from './log';
import { hasProcessEnded, thisProcess } from './processes';

/** Errors on Windows while another process, such as a virus scanner, has a file open. */
const temporaryErrors: ReadonlySet<string> = new Set(['EPERM', 'EBUSY', 'EACCES']);

/** Milliseconds before each further attempt. */
const retryDelays = [10, 20, 50, 100, 200, 400];

/**
 * Reads, renames or deletes a file or a folder, with retries while another process has it open.
 * @throws the error of the last attempt
 */
export async function whenFree<T>(work: () => Promise<T>): Promise<T> {
  for (const milliseconds of retryDelays) {
    try {
      return await work();
    } catch (error) {
      if (!temporaryErrors.has(errorName(error))) throw error;
    }
    await delay(milliseconds);
  }
  return work();
}

export function renameWhenFree(from: string, to: string): Promise<void> {
  return whenFree(() => rename(from, to));
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

/** No write takes this long. An older file is left over even if a process with its id runs, because systems reuse ids. */
const maxWriteMilliseconds = 60 * 60 * 1000;

/**
 * Path of a temporary file that will replace a file. It's different each time, and contains the process that writes the
 * file. No other file of the extension begins with a dot.
 */
export function temporaryFor(file: string): string {
  const name = `.${path.basename(file)}.${randomUUID()}.${thisProcess()}.tmp`;
  return path.join(path.dirname(file), name);
}

/**
 * Removes the temporary files of processes that ended during a write. Nothing is known about the processes of other machines,
 * so their files are only removed when they're old: otherwise, a write that is in progress there would fail.
 * @param deep true to include subfolders
 */
export async function sweepTemporaries(folder: string, deep = false): Promise<void> {
  const entries = await readdir(folder, { recursive: deep, withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    const [, writer] = /^\..+\.([\da-f]{8}\.\d+)\.tmp$/.exec(entry.name) ?? [];
    if (writer === undefined || !entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    if (hasProcessEnded(writer) || (await isOld(file))) await rm(file, { force: true }).catch(() => undefined);
  }
}

async function isOld(file: string): Promise<boolean> {
  const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Infinity }));
  return mtimeMs < Date.now() - maxWriteMilliseconds;
}

/**
 * The content of a regular file; `undefined` if it's larger than `maxBytes`. Doesn't open devices and pipes, because reading
 * them may never end.
 * @throws if the file doesn't exist, can't be read, or isn't a regular file
 */
export async function readRegularFile(file: string, maxBytes: number): Promise<Buffer | undefined> {
  assertRegularFile(await stat(file));
  // O_NONBLOCK in case a pipe has taken its place in the meantime. On Windows, the constant doesn't exist and counts as 0.
  const opened = await open(file, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    assertRegularFile(await opened.stat());
    // Reads one byte more than allowed instead of trusting the size: a file may grow, and some system files report size 0.
    const chunks = (await opened.createReadStream({ end: maxBytes, autoClose: false }).toArray()) as Buffer[];
    const bytes = Buffer.concat(chunks);
    return bytes.length > maxBytes ? undefined : bytes;
  } finally {
    await opened.close();
  }
}

function assertRegularFile(stats: { readonly isFile: () => boolean }): void {
  if (!stats.isFile()) throw Object.assign(new Error("It isn't a regular file."), { code: 'ENOTREG' });
}

/**
 * The path of a file relative to a folder, with `/` between names; `undefined` if the file isn't in the folder. A backslash
 * only separates names if the folder is on a drive or a share; otherwise, it's part of a name. Windows and macOS ignore case:
 * Git names folders as they are on disk, and an open folder is named as the user typed it.
 */
export function pathWithin(
  folder: string,
  file: string,
  ignoresCase = process.platform === 'darwin',
): string | undefined {
  const isWindows = /^(?:[A-Za-z]:|\\\\)/.test(folder);
  const plain = (text: string) => (isWindows ? text.replaceAll('\\', '/') : text);
  const parent = plain(folder).replace(/(?<!\/)\/+$/, '');
  const child = plain(file);
  const comparable = (text: string) => (isWindows || ignoresCase ? text.toLowerCase() : text);
  return comparable(child).startsWith(`${comparable(parent)}/`) ? child.slice(parent.length + 1) : undefined;
}

/**
 * A path without symbolic links. On Windows, the system itself doesn't resolve any path on some drives, such as RAM disks.
 * @throws if the file doesn't exist
 */
export function realPath(file: string): Promise<string> {
  return realpath(file).catch((error: unknown) => {
    if (errorName(error) !== 'EISDIR') throw error;
    return promisify(realpathOfNode)(file);
  });
}

/**
 * True if a file's path is in one of the folders, but the file itself isn't, because of a symbolic link.
 * @throws if the file doesn't exist
 */
export async function leadsOutside(
  file: string,
  folders: readonly string[],
  ignoresCase = process.platform === 'darwin',
): Promise<boolean> {
  if (folders.every((folder) => pathWithin(folder, path.normalize(file), ignoresCase) === undefined)) return false;
  const real = await realPath(file);
  const reals = await Promise.all(folders.map((folder) => realPath(folder).catch(() => folder)));
  return reals.every((folder) => pathWithin(folder, real, ignoresCase) === undefined);
}
