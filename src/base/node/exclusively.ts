import { readFile, rm, writeFile } from 'node:fs/promises';
import process from 'node:process';
import { errorName } from '../common/log';
import { ifMissing } from './files';
import { isLeft } from './temporaries';

/**
 * Does something unless another process is already doing it, according to a lock file. If that process is gone, its
 * lock is ignored; if two processes find so at the same moment, both may begin: this only saves work, and nothing may
 * depend on it.
 * @returns whether it was done
 */
export async function exclusively(lock: string, work: () => Promise<void>): Promise<boolean> {
  if (!(await isTaken(lock))) return false;
  try {
    await work();
  } finally {
    await rm(lock, { force: true }).catch(() => undefined);
  }
  return true;
}

async function isTaken(lock: string): Promise<boolean> {
  for (const isLast of [false, true]) {
    try {
      await writeFile(lock, `${process.pid}`, { flag: 'wx', mode: 0o600 });
      return true;
    } catch (error) {
      if (errorName(error) !== 'EEXIST') throw error;
    }
    if (isLast || !(await isUnlocked(lock))) return false;
  }
  return false;
}

/** Removes a lock whose process is gone. Says whether there is none now. */
export async function isUnlocked(lock: string): Promise<boolean> {
  const text = await readFile(lock, 'utf8').catch(ifMissing);
  if (text === undefined) return true;
  if (!(await isLeft(lock, Number(text)))) return false;
  await rm(lock, { force: true });
  return true;
}
