import { mkdir, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { renameWhenFree } from './renameWhenFree';
import { syncFolder } from './syncFolder';
import { temporaryFor } from './temporaries';

/**
 * Writes a file that only its owner can read, and its folder where that is missing. Written beside and moved into
 * place: a crash or a power cut leaves the old content or the new one, never half of one.
 */
export async function writeWhole(file: string, content: string | Uint8Array): Promise<void> {
  const folder = path.dirname(file);
  await mkdir(folder, { recursive: true });
  const temporary = temporaryFor(file);
  try {
    await write(temporary, content);
    await renameWhenFree(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
  await syncFolder(folder);
}

async function write(file: string, content: string | Uint8Array): Promise<void> {
  const written = await open(file, 'w', 0o600);
  try {
    await written.writeFile(content);
    await written.datasync();
  } finally {
    await written.close();
  }
}
