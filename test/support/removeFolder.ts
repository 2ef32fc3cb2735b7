import { rm } from 'node:fs/promises';

/** Removes a folder or a file, if it exists. If something is still being written into it, it may take another try. */
export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}
