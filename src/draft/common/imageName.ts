import type { ImageType } from './imageType';

const extensions: Readonly<Record<ImageType, readonly [string, ...string[]]>> = {
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/gif': ['gif'],
  'image/webp': ['webp'],
};

/** The endings of files that can go along as images, without a dot. */
export const imageEndings: readonly string[] = Object.values(extensions).flat();

/** Whether a file's name or path has one of these endings, in whichever case. */
export function hasEnding(name: string, endings: readonly string[]): boolean {
  return endings.some((ending) => name.toLowerCase().endsWith(`.${ending}`));
}

/**
 * A name that is safe as a file's on every system and inside a Markdown link, with the ending of what the image really
 * is: `Screenshot 1 (ä).PNG` becomes `Screenshot-1-a.png`. What has no letter that can stay is called `image`.
 */
export function imageName(wish: string, type: ImageType): string {
  const [, stem = '', ending = ''] = /^(.*)\.([^.]*)$/s.exec(lastSegment(wish)) ?? ['', lastSegment(wish)];
  const known = extensions[type];
  const extension = known.find((one) => one === ending.toLowerCase()) ?? known[0];
  const safe = stem
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, 60)
    .replace(/(?<!-)-+$/, '');
  const name = safe === '' || reserved.test(safe) ? ['image', safe].filter(Boolean).join('-') : safe;
  return `${name}.${extension}`;
}

/** Windows keeps these for devices, whatever the ending. */
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

function lastSegment(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? '';
}

/** The name, or the same with the first number that is free. Letters of either case are the same to some file systems. */
export function freeName(name: string, taken: readonly string[]): string {
  const used = new Set(taken.map((one) => one.toLowerCase()));
  const dot = name.lastIndexOf('.');
  const [stem, extension] = dot < 0 ? [name, ''] : [name.slice(0, dot), name.slice(dot)];
  let free = name;
  for (let number = 2; used.has(free.toLowerCase()); number++) free = `${stem}-${number}${extension}`;
  return free;
}
