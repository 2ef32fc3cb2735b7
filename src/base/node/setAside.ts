import { lstat } from 'node:fs/promises';
import { renameWhenFree } from './renameWhenFree';

/** More than that, and something else is wrong. */
const maxDamaged = 100;

/**
 * Renames what cannot be read, so that nothing is written over it: `draft.json` to `draft.json.damaged`, or to
 * `draft.json.2.damaged` where that is taken.
 * @returns its new path
 * @throws when it cannot be renamed
 */
export async function setAside(file: string): Promise<string> {
  for (let number = 1; number <= maxDamaged; number++) {
    const damaged = number === 1 ? `${file}.damaged` : `${file}.${number}.damaged`;
    if (await isThere(damaged)) continue;
    await renameWhenFree(file, damaged);
    return damaged;
  }
  throw new Error('There are too many damaged files.');
}

async function isThere(file: string): Promise<boolean> {
  return lstat(file).then(
    () => true,
    () => false,
  );
}
