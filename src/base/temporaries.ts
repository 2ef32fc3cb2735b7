import { createHash, randomUUID } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';

/** No write takes this long. An older file is left over even if a process with its id runs, because systems reuse ids. */
const maxWriteMilliseconds = 60 * 60 * 1000;

/** Tells machines and containers apart that share a disk, and whose processes may have the same ids. */
const machine = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);

/**
 * Path of a temporary file that will replace a file. It's different each time, and contains the machine and the process that
 * write the file. No other file of the extension begins with a dot.
 */
export function temporaryFor(file: string): string {
  const name = `.${path.basename(file)}.${randomUUID()}.${machine}.${process.pid}.tmp`;
  return path.join(path.dirname(file), name);
}

/**
 * Removes the temporary files of processes that ended during a write. Whether a process of another machine has ended isn't
 * known, so its files are only removed when they're old: otherwise, a write that is in progress there would fail.
 * @param deep true to include subfolders
 */
export async function sweepTemporaries(folder: string, deep = false): Promise<void> {
  const entries = await readdir(folder, { recursive: deep, withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    const [, writer, processId] = /^\..+\.([\da-f]{8})\.(\d+)\.tmp$/.exec(entry.name) ?? [];
    if (processId === undefined || !entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    const hasEnded = writer === machine && !isAlive(Number(processId));
    if (hasEnded || (await isOld(file))) await rm(file, { force: true }).catch(() => undefined);
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
