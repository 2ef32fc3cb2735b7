import { mkdir, open, rename } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { syncFolder } from './syncFolder';

/**
 * Writes a file that only its owner can read, and its folder where that is missing. Written beside and moved into
 * place: a crash or a power cut leaves the old content or the new one, never half of one.
 */
export async function writeWhole(file: string, content: string | Uint8Array): Promise<void> {
  const folder = path.dirname(file);
  await mkdir(folder, { recursive: true });
  const temporary = `${file}.${process.pid}`;
  const written = await open(temporary, 'w', 0o600);
  try {
    await written.writeFile(content);
    await written.datasync();
  } finally {
    await written.close();
  }
  await rename(temporary, file);
  await syncFolder(folder);
}
