import { open } from 'node:fs/promises';

/** What any program pays that writes a line which a power cut must not take: open, write, wait for the disk, close. */
export async function bareAppend(file: string, line: string): Promise<void> {
  const handle = await open(file, 'a', 0o600);
  try {
    await handle.write(line);
    await handle.datasync();
  } finally {
    await handle.close();
  }
}
