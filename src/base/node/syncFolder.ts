import { open } from 'node:fs/promises';

/** Puts on disk which files a folder has: a file that is new or moved would else be gone after a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  try {
    const opened = await open(folder, 'r');
    try {
      await opened.sync();
    } finally {
      await opened.close();
    }
  } catch {
    // Windows cannot open a folder, and does this by itself.
  }
}
