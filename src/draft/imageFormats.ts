/** Image types that language models accept. */
export type ImageType = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';

/** Detected type of a file that is none of them. */
export type NoImageType =
  'empty' | 'svg' | 'bmp' | 'tiff' | 'heic' | 'avif' | 'icon' | 'pdf' | 'zip' | 'video' | 'text' | 'unknown';

export type Recognised =
  { readonly ok: true; readonly type: ImageType } | { readonly ok: false; readonly seems: NoImageType };

/** Type of a file, detected by its first bytes: names and declared types are wrong too often. Never throws. */
export function recogniseImage(bytes: Uint8Array): Recognised {
  const beginning = [...bytes.subarray(0, 12)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const [, type] = imageTypes.find(([signature]) => signature.test(beginning)) ?? [];
  if (type) return { ok: true, type };
  const [, other] = otherTypes.find(([signature]) => signature.test(beginning)) ?? [];
  return { ok: false, seems: other ?? textType(bytes.subarray(0, textLength)) };
}

/** In hexadecimal, two digits per byte. */
const imageTypes: readonly (readonly [RegExp, ImageType])[] = [
  [/^89504e470d0a1a0a/, 'image/png'],
  [/^ffd8ff/, 'image/jpeg'],
  [/^47494638(37|39)61/, 'image/gif'],
  [/^52494646.{8}57454250/, 'image/webp'],
];

const otherTypes: readonly (readonly [RegExp, NoImageType])[] = [
  [/^$/, 'empty'],
  [/^.{8}66747970(68656963|68656978|68657663|68657678|6d696631|6d736631)/, 'heic'],
  [/^.{8}66747970(61766966|61766973)/, 'avif'],
  [/^(.{8}66747970|1a45dfa3|52494646.{8}41564920)/, 'video'],
  [/^(49492a00|4d4d002a)/, 'tiff'],
  // "BM" may begin a text; the four zeros after the size can't.
  [/^424d.{8}00000000/, 'bmp'],
  [/^0000(01|02)00/, 'icon'],
  [/^25504446/, 'pdf'],
  [/^504b(0304|0506)/, 'zip'],
];

/** Enough to find `<svg` behind a declaration and a comment. */
const textLength = 1024;

function textType(bytes: Uint8Array): NoImageType {
  const [first = 0, second = 0] = bytes;
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  if (isUtf16) return 'text';
  // Of the control characters, text contains only tab, line feed, form feed, carriage return and escape.
  if (bytes.some((byte) => byte < 9 || (byte > 13 && byte < 32 && byte !== 27))) return 'unknown';
  try {
    // The data may be cut within a character.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return /^\s*<(.*<)?svg[\s>]/is.test(text) ? 'svg' : 'text';
  } catch {
    return 'unknown';
  }
}

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
