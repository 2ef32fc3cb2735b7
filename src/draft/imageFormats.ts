import path from 'node:path';

/** `signature`: of the first bytes, in hexadecimal; `endings`: extensions without a dot, the usual one first. */
const formats = [
  { type: 'image/png', signature: /^89504e470d0a1a0a/, endings: ['png'] },
  { type: 'image/jpeg', signature: /^ffd8ff/, endings: ['jpg', 'jpeg'] },
  { type: 'image/gif', signature: /^47494638(37|39)61/, endings: ['gif'] },
  { type: 'image/webp', signature: /^52494646.{8}57454250/, endings: ['webp'] },
] as const;

/** Image types that language models accept. */
type ImageType = (typeof formats)[number]['type'];

/** Type of a file by its first bytes: names and declared types are wrong too often. `undefined` if it can't be sent. */
export function recognizeImage(bytes: Uint8Array): ImageType | undefined {
  const beginning = Buffer.from(bytes.subarray(0, 12)).toString('hex');
  return formats.find(({ signature }) => signature.test(beginning))?.type;
}

/** Type of an image by its name, which was made by {@link imageName}; `undefined` for any other. */
export function imageTypeOf(name: string): ImageType | undefined {
  return formats.find(({ endings }) => hasEnding(name, endings))?.type;
}

/** Extensions of files that can be sent as images, without a dot. */
export const imageEndings: readonly string[] = formats.flatMap(({ endings }) => endings);

/** True if a file's name or path has one of these extensions, ignoring case. */
export function hasEnding(name: string, endings: readonly string[]): boolean {
  return endings.some((ending) => name.toLowerCase().endsWith(`.${ending}`));
}

/**
 * A name that is safe for files on every system and inside a Markdown link, with the extension of the image's actual
 * type: `Screenshot 1 (ä).PNG` becomes `Screenshot-1-a.png`. A name without usable letters becomes `image`.
 */
export function imageName(original: string, type: ImageType): string {
  const file = original.split(/[\\/]/).at(-1) ?? '';
  const stem = file.replace(/\.[^.]*$/, '');
  const safe = stem
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, 60)
    .replace(/(?<!-)-+$/, '');
  const name = safe === '' || reserved.test(safe) ? `image-${safe}`.replace(/-$/, '') : safe;
  const extension = formats.find((format) => format.type === type)?.endings[0] ?? '';
  return `${name}.${extension}`;
}

/** Reserved for devices on Windows, with any extension. */
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

/** The name, or the same with the first free number. Some file systems ignore case. */
export function freeName(name: string, taken: readonly string[]): string {
  const used = new Set(taken.map((one) => one.toLowerCase()));
  const { name: stem, ext } = path.parse(name);
  let free = name;
  for (let number = 2; used.has(free.toLowerCase()); number++) free = `${stem}-${number}${ext}`;
  return free;
}
