import path from 'node:path';
import { addressPattern, imagesOf, withoutField, type Draft, type DraftImage } from './draft';
import { isUrl } from '../base/url';

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

/**
 * In bytes of base64, which is what is sent: models reject larger images (the strictest known one at 5 MB of
 * base64), and proxies reject large bodies. A rejection here costs nothing; one there comes after the conversation
 * began.
 */
export const maxImageBytes = 5_000_000;
export const maxAllImagesBytes = 20_000_000;

export type AddressRefusal = 'notAnAddress' | 'scheme' | 'credentials';

/** Reason why an image isn't sent. Sizes are those of data URIs, in bytes. */
export type ImageRefusal =
  | { readonly kind: 'notAnImage' | 'unreadable' | 'outside'; readonly name: string }
  | { readonly kind: 'tooLarge' | 'allTooLarge'; readonly name: string; readonly bytes: number };

/** The image in these bytes, under a name that can be used in a message, but isn't unique in the draft yet. */
export function imageFrom(name: string, bytes: Uint8Array): DraftImage | ImageRefusal {
  const type = recognizeImage(bytes);
  if (!type) return { kind: 'notAnImage', name };
  return sizeRefusal(name, bytes.length) ?? { name: imageName(name, type), url: dataUri(type, bytes) };
}

export function dataUri(mediaType: string, { buffer, byteOffset, byteLength }: Uint8Array): string {
  return `data:${mediaType};base64,${Buffer.from(buffer, byteOffset, byteLength).toString('base64')}`;
}

/** The rejection of a file by its size alone, so that a large one isn't read; `undefined` if it's small enough. */
export function sizeRefusal(name: string, byteLength: number): ImageRefusal | undefined {
  const bytes = Math.ceil(byteLength / 3) * 4;
  return bytes > maxImageBytes ? { kind: 'tooLarge', name, bytes } : undefined;
}

/** The draft with an additional image, under a unique name. */
export function withImage(draft: Draft, wanted: DraftImage): { draft: Draft; image: DraftImage } | ImageRefusal {
  const urls = [...addressesOf(draft), ...imagesOf(draft).map(({ url }) => url), wanted.url];
  const bytes = imageBytes(urls);
  if (bytes > maxAllImagesBytes) return { kind: 'allTooLarge', name: wanted.name, bytes };
  const { images = [] } = draft;
  const taken = images.map(({ name }) => name);
  const image = { ...wanted, name: freeName(wanted.name, taken) };
  // Adding an image revokes the choice to send none.
  const sending = draft.fields.image_urls === null ? withoutField(draft, 'image_urls') : draft;
  return { draft: { ...sending, images: [...images, image] }, image };
}

/** The draft without an image. One in the text is removed with its references, and comes back with them. */
export function withoutImage(draft: Draft, { name, inText }: DraftImage): Draft {
  if (inText) return withoutReferencesTo(draft, name);
  return { ...draft, images: (draft.images ?? []).filter((image) => image.name !== name) };
}

export function withoutReferencesTo(draft: Draft, name: string): Draft {
  const { body, fields } = draft;
  const { initial_user_msg: typed } = fields;
  return {
    ...draft,
    ...(body !== undefined && { body: withoutReferences(body, name) }),
    ...(typeof typed === 'string' && { fields: { ...fields, initial_user_msg: withoutReferences(typed, name) } }),
  };
}

export function withoutImages(draft: Draft): Draft {
  return imagesOf(draft).reduce(withoutImage, withoutField(draft, 'image_urls'));
}

export function imageReference(name: string): string {
  return `![${name}](${name})`;
}

/**
 * Names of images that the text refers to as {@link imageReference} does, and that the draft doesn't have: a reference that
 * is copied from another draft comes without its image.
 */
export function missingImages({ body = '', fields, images = [] }: Draft): readonly string[] {
  const text = `${body}\n${fields.initial_user_msg ?? ''}`;
  const names = [...text.matchAll(/!\[([A-Za-z0-9-]{1,80}\.[a-z]{3,4})\]\(\1\)/g)].map(([, name = '']) => name);
  const isMissing = (name: string) => imageTypeOf(name) !== undefined && images.every((image) => image.name !== name);
  return [...new Set(names)].filter(isMissing);
}

function withoutReferences(text: string, name: string): string {
  return text.replace(new RegExp(`!?\\[[^\\[\\]\\n]*${addressPattern(name)}`, 'g'), '');
}

/** Images given as URLs, or as data URIs by the caller: the content of the request's lists is unchecked. */
export function addressesOf({ fields }: Draft): readonly string[] {
  return (fields.image_urls ?? []).map(String);
}

/** Validates an image URL typed by the user, without changing it: a signed URL is valid only as it is. */
export function addressRefusal(text: string): AddressRefusal | undefined {
  if (/^[a-z][a-z0-9+.-]+:/i.test(text) && !/^https?:/i.test(text)) return 'scheme';
  if (!/^https?:\/\/[^/\\?#]/i.test(text) || /[\s\\]|\p{Cc}/u.test(text) || !isUrl(text)) return 'notAnAddress';
  const { username, password } = new URL(text);
  // They wouldn't be used to fetch the image, and would be saved with the draft.
  return username !== '' || password !== '' ? 'credentials' : undefined;
}

export function withImageAddress(draft: Draft, address: string): Draft {
  return { ...draft, fields: { ...draft.fields, image_urls: [...addressesOf(draft), address] } };
}

/** The draft without one image that was given by this URL. */
export function withoutImageAddress(draft: Draft, address: string): Draft {
  const addresses = addressesOf(draft);
  const index = addresses.indexOf(address);
  const rest = addresses.filter((_, at) => at !== index);
  const bare = withoutField(draft, 'image_urls');
  return rest.length === 0 ? bare : { ...bare, fields: { ...bare.fields, image_urls: rest } };
}

/** Size of the images that are data URIs, which have as many bytes as characters. */
export function imageBytes(urls: readonly string[]): number {
  return urls.filter(isDataUri).reduce((sum, { length }) => sum + length, 0);
}

export function isDataUri(url: string): boolean {
  return /^data:/i.test(url);
}
