import { mkdir, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { renameWhenFree } from './renameWhenFree';
import { syncFolder } from './syncFolder';
import { temporaryFor } from './temporaries';

/** All of it, or pieces that are asked for one after the other. */
type Content = string | Uint8Array | Iterable<string | Uint8Array>;

/**
 * Writes a file that only its owner can read, and its folder where that is missing. Written beside and moved into
 * place: a crash or a power cut leaves the old content or the new one, never half of one.
 */
export async function writeWhole(file: string, content: Content): Promise<void> {
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

async function write(file: string, content: Content): Promise<void> {
  const written = await open(file, 'w', 0o600);
  try {
    const pieces = typeof content === 'string' || content instanceof Uint8Array ? [content] : content;
    for (const piece of pieces) await written.appendFile(piece);
    await written.datasync();
  } finally {
    await written.close();
  }
}
