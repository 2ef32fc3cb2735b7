import { constants } from 'node:fs';
import { open, realpath, stat } from 'node:fs/promises';
import path from 'node:path';

/**
 * The bytes of a regular file; `undefined` if there are more than `maxBytes`. A device or a pipe, which may never end,
 * isn't opened.
 * @throws if it doesn't exist, can't be read, or isn't a regular file
 */
export async function readRegularFile(file: string, maxBytes: number): Promise<Buffer | undefined> {
  refuseOthers(await stat(file));
  // Doesn't block if something else takes its place meanwhile. Windows has no such flag; there it's no bit at all.
  const opened = await open(file, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    refuseOthers(await opened.stat());
    // A file may grow, and some of the system's have no size at all: one byte more says that there are too many.
    const chunks = (await opened.createReadStream({ end: maxBytes, autoClose: false }).toArray()) as Buffer[];
    const bytes = Buffer.concat(chunks);
    return bytes.length > maxBytes ? undefined : bytes;
  } finally {
    await opened.close();
  }
}

function refuseOthers(stats: { readonly isFile: () => boolean }): void {
  if (!stats.isFile()) throw Object.assign(new Error('It is no regular file.'), { code: 'ENOTREG' });
}

/**
 * The path of a file inside a folder, with `/` between names; `undefined` if it isn't in there. A backslash is a
 * separator only if the folder's own path has a drive or a share: elsewhere it's part of a name.
 */
export function pathWithin(folder: string, file: string): string | undefined {
  const isWindows = /^(?:[A-Za-z]:|\\\\)/.test(folder);
  const plain = (path: string) => (isWindows ? path.replaceAll('\\', '/') : path);
  const parent = plain(folder).replace(/(?<!\/)\/+$/, '');
  const child = plain(file);
  const key = (path: string) => (isWindows ? path.toLowerCase() : path);
  return key(child).startsWith(`${key(parent)}/`) ? child.slice(parent.length + 1) : undefined;
}

/**
 * True if a file's path is in one of these folders, but links lead out of all of them, which the path doesn't show.
 * @throws if it doesn't exist
 */
export async function leadsOutside(
  file: string,
  folders: readonly string[],
  ignoresCase = process.platform === 'darwin',
): Promise<boolean> {
  const spelled = (text: string) => (ignoresCase ? text.toLowerCase() : text);
  if (folders.every((folder) => pathWithin(spelled(folder), spelled(path.normalize(file))) === undefined)) return false;
  const real = await realpath(file);
  const reals = await Promise.all(folders.map((folder) => realpath(folder).catch(() => folder)));
  return reals.every((folder) => pathWithin(folder, real) === undefined);
}
