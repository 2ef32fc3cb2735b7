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
