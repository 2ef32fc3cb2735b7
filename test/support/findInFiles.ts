import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** Paths of the files below a folder, relative to it, that hold a text in any of the encodings in which it may have been written. */
export async function findInFiles(folder: string, text: string): Promise<string[]> {
  const needles = [
    Buffer.from(text, 'utf8'),
    Buffer.from(text, 'utf16le'),
    Buffer.from(Buffer.from(text).toString('base64').replace(/=+$/, '')),
  ];
  const found: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    const content = await readFile(file);
    if (needles.some((needle) => content.includes(needle))) found.push(path.relative(folder, file));
  }
  return found;
}
