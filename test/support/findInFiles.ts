import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { errorName } from '../../src/base/log';

/** Number of times a folder is listed while files in it keep disappearing. */
const maxLists = 20;

/** Relative paths of the files below a folder that contain a text in any encoding in which it may have been written. */
export async function findInFiles(folder: string, text: string): Promise<string[]> {
  // A file that is moved between listing and reading is found at its new place.
  for (let lists = 1; lists < maxLists; lists++) {
    try {
      return await findOnce(folder, text);
    } catch (error) {
      if (errorName(error) !== 'ENOENT') throw error;
    }
  }
  return findOnce(folder, text);
}

async function findOnce(folder: string, text: string): Promise<string[]> {
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
