import { randomUUID } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { hasProcessEnded, thisProcess } from './processes';

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
 * Removes the temporary files of processes that ended during a write. Whether a process of another machine has ended isn't
 * known, so its files are only removed when they're old: otherwise, a write that is in progress there would fail.
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
