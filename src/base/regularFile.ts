import { constants } from 'node:fs';
import { open, realpath, stat } from 'node:fs/promises';
import path from 'node:path';

/**
 * The content of a regular file; `undefined` if it's larger than `maxBytes`. Doesn't open devices and pipes, because reading
 * them may never end.
 * @throws if the file doesn't exist, can't be read, or isn't a regular file
 */
export async function readRegularFile(file: string, maxBytes: number): Promise<Buffer | undefined> {
  assertRegularFile(await stat(file));
  // O_NONBLOCK in case a pipe has taken its place in the meantime. On Windows, the constant doesn't exist and counts as 0.
  const opened = await open(file, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    assertRegularFile(await opened.stat());
    // Reads one byte more than allowed instead of trusting the size: a file may grow, and some system files report size 0.
    const chunks = (await opened.createReadStream({ end: maxBytes, autoClose: false }).toArray()) as Buffer[];
    const bytes = Buffer.concat(chunks);
    return bytes.length > maxBytes ? undefined : bytes;
  } finally {
    await opened.close();
  }
}

function assertRegularFile(stats: { readonly isFile: () => boolean }): void {
  if (!stats.isFile()) throw Object.assign(new Error("It isn't a regular file."), { code: 'ENOTREG' });
}

/**
 * The path of a file relative to a folder, with `/` between names; `undefined` if the file isn't in the folder. A backslash
 * only separates names if the folder is on a drive or a share; otherwise, it's part of a name.
 */
export function pathWithin(folder: string, file: string): string | undefined {
  const isWindows = /^(?:[A-Za-z]:|\\\\)/.test(folder);
  const plain = (text: string) => (isWindows ? text.replaceAll('\\', '/') : text);
  const parent = plain(folder).replace(/(?<!\/)\/+$/, '');
  const child = plain(file);
  const comparable = (text: string) => (isWindows ? text.toLowerCase() : text);
  return comparable(child).startsWith(`${comparable(parent)}/`) ? child.slice(parent.length + 1) : undefined;
}

/**
 * True if a file's path is in one of the folders, but the file itself isn't, because of a symbolic link.
 * @throws if the file doesn't exist
 */
export async function leadsOutside(
  file: string,
  folders: readonly string[],
  ignoresCase = process.platform === 'darwin',
): Promise<boolean> {
  const comparable = (text: string) => (ignoresCase ? text.toLowerCase() : text);
  if (folders.every((folder) => pathWithin(comparable(folder), comparable(path.normalize(file))) === undefined))
    return false;
  const real = await realpath(file);
  const reals = await Promise.all(folders.map((folder) => realpath(folder).catch(() => folder)));
  return reals.every((folder) => pathWithin(folder, real) === undefined);
}
