import { randomUUID } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';

/** No write takes this long. An older file is left over even if a process with its id runs, because systems reuse ids. */
const maxWriteMilliseconds = 60 * 60 * 1000;

/**
 * Path of a temporary file that will replace a file. It's different each time, because two windows may have the same process
 * id if machines or containers share the disk. No other file of the extension begins with a dot.
 */
export function temporaryFor(file: string): string {
  return path.join(path.dirname(file), `.${path.basename(file)}.${randomUUID()}.${process.pid}.tmp`);
}

/**
 * Removes the temporary files of processes that ended during a write.
 * @param deep true to include subfolders
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
  return mtimeMs < Date.now() - maxWriteMilliseconds;
}

/** True if a process with this id is running on this machine. It may be a different process with the same id. */
export function isAlive(processId: number | undefined): boolean {
  if (processId === undefined) return false;
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
