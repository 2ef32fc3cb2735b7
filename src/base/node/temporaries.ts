import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';

/** No file takes that long to write: a process that is alive and has the id of this one's owner is another. */
const longestWriteMilliseconds = 60 * 60 * 1000;

/** Where a file's next content is written before it takes the file's place. No file of ours begins with a dot. */
export function temporaryFor(file: string, owner = process.pid): string {
  return path.join(path.dirname(file), `.${path.basename(file)}.${owner}.tmp`);
}

/**
 * Removes what processes left that ended while they wrote. What cannot be removed stays.
 * @param deep whether folders below are swept, too
 */
export async function sweepTemporaries(folder: string, deep = false): Promise<void> {
  const entries = await readdir(folder, { recursive: deep, withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    const owner = /^\..+\.(\d+)\.tmp$/.exec(entry.name)?.[1];
    const file = path.join(entry.parentPath, entry.name);
    if (owner !== undefined && entry.isFile() && (await isLeft(file, Number(owner))))
      await rm(file, { force: true }).catch(() => undefined);
  }
}

/** The same for the places where drafts are written. */
export async function sweepDraftTemporaries(storage: string): Promise<void> {
  const below = ['draft-images', 'drafts', 'sheets'].map((name) => sweepTemporaries(path.join(storage, name), true));
  await Promise.all([sweepTemporaries(storage), ...below]);
}

/** Whether the process that made a file is gone. */
export async function isLeft(file: string, owner: number): Promise<boolean> {
  const isMine = owner === process.pid;
  if (!isMine && !isAlive(owner)) return true;
  const { mtimeMs = Infinity } = (await stat(file).catch(() => undefined)) ?? {};
  // Processes get the ids of earlier ones, in a container nearly always.
  return mtimeMs < Date.now() - (isMine ? process.uptime() * 1000 : longestWriteMilliseconds);
}

/** Whether a process with this id runs on this machine. It may be another one that got the same id. */
export function isAlive(processId: number | undefined): boolean {
  if (processId === undefined) return false;
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
