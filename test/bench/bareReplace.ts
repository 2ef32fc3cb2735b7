import { open, rename } from 'node:fs/promises';

export async function bareReplace(file: string, content: string): Promise<void> {
  const handle = await open(`${file}.tmp`, 'w', 0o600);
  try {
    await handle.writeFile(content);
    await handle.datasync();
  } finally {
    await handle.close();
  }
  await rename(`${file}.tmp`, file);
}
