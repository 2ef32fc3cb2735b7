import { randomUUID } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';

/** No write takes that long: process ids are reused, in a container nearly always. */
const longestWriteMilliseconds = 60 * 60 * 1000;

/**
 * Path to which a file's next content is written before it replaces the file. Another one each time: on a disk that
 * several machines or containers share, two windows may have the same process id. None of our own files begins with a
 * dot.
 */
export function temporaryFor(file: string): string {
  return path.join(path.dirname(file), `.${path.basename(file)}.${randomUUID()}.${process.pid}.tmp`);
}

/**
 * Removes the files of processes that ended during a write. Files that can't be removed stay.
 * @param deep whether subfolders are swept, too
 */
export async function sweepTemporaries(folder: string, deep = false): Promise<void> {
  const entries = await readdir(folder, { recursive: deep, withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    const owner = /^\..+\.(\d+)\.tmp$/.exec(entry.name)?.[1];
    if (owner === undefined || !entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    if (!isAlive(Number(owner)) || (await isOld(file))) await rm(file, { force: true }).catch(() => undefined);
  }
}

async function isOld(file: string): Promise<boolean> {
  const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Infinity }));
  return mtimeMs < Date.now() - longestWriteMilliseconds;
}

/** True if a process with this id runs on this machine. It may be another one that got the same id. */
export function isAlive(processId: number | undefined): boolean {
  if (processId === undefined) return false;
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
