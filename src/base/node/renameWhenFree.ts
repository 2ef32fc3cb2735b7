import { rename } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { errorName } from '../common/errorName';

/** Windows says so while another process has a file open: a virus scanner, an indexer, a backup. */
const momentary = new Set(['EPERM', 'EBUSY', 'EACCES']);

/** How long to wait before each further try, in milliseconds: most of a second together. */
const waits = [10, 20, 50, 100, 200, 400];

/**
 * Renames a file or a folder; where the system refuses for a moment, once it allows it.
 * @throws what the system says in the end
 */
export async function renameWhenFree(from: string, to: string): Promise<void> {
  for (const milliseconds of waits) {
    try {
      await rename(from, to);
      return;
    } catch (error) {
      if (!momentary.has(errorName(error))) throw error;
    }
    await delay(milliseconds);
  }
  await rename(from, to);
}
