/** Image types that language models accept. */
export type ImageType = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';

/**
 * Type of a file, detected by its first bytes: names and declared types are wrong too often. `undefined` if it isn't an
 * image that can be sent.
 */
export function recogniseImage(bytes: Uint8Array): ImageType | undefined {
  const beginning = Buffer.from(bytes.subarray(0, 12)).toString('hex');
  const [, type] = imageTypes.find(([signature]) => signature.test(beginning)) ?? [];
  return type;
}

/** In hexadecimal, two digits per byte. */
const imageTypes: readonly (readonly [RegExp, ImageType])[] = [
  [/^89504e470d0a1a0a/, 'image/png'],
  [/^ffd8ff/, 'image/jpeg'],
  [/^47494638(37|39)61/, 'image/gif'],
  [/^52494646.{8}57454250/, 'image/webp'],
];

const extensions: Readonly<Record<ImageType, readonly [string, ...string[]]>> = {
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/gif': ['gif'],
  'image/webp': ['webp'],
};

/** Type of an image by its name, which was made by {@link imageName}; `undefined` for any other. */
export function imageTypeOf(name: string): ImageType | undefined {
  const [type] = Object.entries(extensions).find(([, endings]) => hasEnding(name, endings)) ?? [];
  return type as ImageType | undefined;
}

/** Extensions of files that can be sent as images, without a dot. */
export const imageEndings: readonly string[] = Object.values(extensions).flat();

/** True if a file's name or path has one of these extensions, ignoring case. */
export function hasEnding(name: string, endings: readonly string[]): boolean {
  return endings.some((ending) => name.toLowerCase().endsWith(`.${ending}`));
}

/**
 * A name that is safe for files on every system and inside a Markdown link, with the extension of the image's actual
 * type: `Screenshot 1 (ä).PNG` becomes `Screenshot-1-a.png`. A name without usable letters becomes `image`.
 */
export function imageName(wish: string, type: ImageType): string {
  const [, stem = '', ending = ''] = /^(.*)\.([^.]*)$/s.exec(lastSegment(wish)) ?? ['', lastSegment(wish)];
  const known = extensions[type];
  const extension = known.find((one) => one === ending.toLowerCase()) ?? known[0];
  const safe = stem
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, 60)
    .replace(/(?<!-)-+$/, '');
  const name = safe === '' || reserved.test(safe) ? ['image', safe].filter(Boolean).join('-') : safe;
  return `${name}.${extension}`;
}

/** Reserved for devices on Windows, with any extension. */
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

function lastSegment(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? '';
}

/** The name, or the same with the first free number. Some file systems ignore case. */
export function freeName(name: string, taken: readonly string[]): string {
  const used = new Set(taken.map((one) => one.toLowerCase()));
  const dot = name.lastIndexOf('.');
  const [stem, extension] = dot < 0 ? [name, ''] : [name.slice(0, dot), name.slice(dot)];
  let free = name;
  for (let number = 2; used.has(free.toLowerCase()); number++) free = `${stem}-${number}${extension}`;
  return free;
}
