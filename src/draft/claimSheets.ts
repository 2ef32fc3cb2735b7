import { randomUUID } from 'node:crypto';
import { readdir, rmdir, stat } from 'node:fs/promises';
import { uptime } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { isAlive } from '../base/temporaries';
import { ifMissing, renameWhenFree } from '../base/files';

/**
 * Claims a folder for the message on this window's sheet, in a location that windows share. Each folder is named after
 * the process that writes to it; a folder left by a closed window goes to the next one that asks. Renaming ensures that
 * only one gets it.
 * @returns absolute paths, non-empty folders first, newest first: always at least one, and the first may not exist yet
 * @throws when the location can't be listed
 */
export async function claimSheets(place: string, processId = process.pid): Promise<readonly [string, ...string[]]> {
  const mine = () => path.join(place, `${processId}-${randomUUID()}`);
  const claimed: string[] = [];
  for (const left of await leftIn(place, processId)) {
    const folder = mine();
    // Another window may have been faster; a folder that can't be renamed now is left for the next one.
    const isMine = await succeeds(renameWhenFree(left, folder));
    if (isMine && !(await succeeds(rmdir(folder)))) claimed.push(folder);
  }
  const [first = mine(), ...more] = claimed;
  return [first, ...more];
}

async function leftIn(place: string, processId: number): Promise<readonly string[]> {
  const names = (await readdir(place).catch(ifMissing)) ?? [];
  const found = names.map(async (name) => {
    const owner = Number(/^(\d+)-/.exec(name)?.[1] ?? Number.NaN);
    const folder = path.join(place, name);
    const times = await stat(folder).catch(() => undefined);
    if (Number.isNaN(owner) || !times) return undefined;
    // Process ids are reused, in a container nearly always: this process has claimed nothing before.
    const isLeft = owner === processId || !isAlive(owner) || times.ctimeMs < Date.now() - uptime() * 1000;
    return isLeft ? { folder, at: times.mtimeMs } : undefined;
  });
  const left = (await Promise.all(found)).filter((entry) => entry !== undefined);
  return left.sort((a, b) => b.at - a.at).map(({ folder }) => folder);
}

async function succeeds(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  );
}
