const codes = new TextEncoder().encode('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/');
const padding = '='.charCodeAt(0);
/** What each letter stands for, by its code; 64 where it stands for nothing. */
const values = new Uint8Array(128).fill(64);
codes.forEach((code, value) => (values[code] = value));

/** `data:<media type>;base64,...` */
export function dataUri(mediaType: string, bytes: Uint8Array): string {
  return prefixOf(mediaType) + toBase64(bytes);
}

/** How long the data URI of so many bytes is, without making it. */
export function dataUriLength(mediaType: string, byteLength: number): number {
  return prefixOf(mediaType).length + Math.ceil(byteLength / 3) * 4;
}

/** What a data URI in base64 holds; `undefined` when the text is none, or has letters that base64 does not. */
export function parseDataUri(uri: string): { readonly mediaType: string; readonly bytes: Uint8Array } | undefined {
  const [prefix, mediaType] = /^data:([^,;]*(?:;[^,;=]+=[^,;]*)*);base64,/i.exec(uri.slice(0, 256)) ?? [];
  if (prefix === undefined || mediaType === undefined) return undefined;
  const bytes = fromBase64(uri, prefix.length);
  return bytes && { mediaType, bytes };
}

function prefixOf(mediaType: string): string {
  return `data:${mediaType};base64,`;
}

/** `btoa` and `atob` want the bytes as a text, letter by letter: too slow for megabytes. */
function toBase64(bytes: Uint8Array): string {
  const letters = new Uint8Array(Math.ceil(bytes.length / 3) * 4).fill(padding);
  for (let index = 0, written = 0; index < bytes.length; index += 3) {
    const first = bytes[index] ?? 0;
    const second = bytes[index + 1];
    const third = bytes[index + 2];
    const bits = (first << 16) | ((second ?? 0) << 8) | (third ?? 0);
    letters[written++] = codeOf(bits >> 18);
    letters[written++] = codeOf(bits >> 12);
    if (second !== undefined) letters[written++] = codeOf(bits >> 6);
    if (third !== undefined) letters[written++] = codeOf(bits);
  }
  return new TextDecoder().decode(letters);
}

function codeOf(bits: number): number {
  return codes[bits & 63] ?? padding;
}

function fromBase64(text: string, start: number): Uint8Array | undefined {
  const padded = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const letters = text.length - start;
  if (letters % 4 !== 0 || letters < padded) return undefined;
  const bytes = new Uint8Array((letters / 4) * 3 - padded);
  let written = 0;
  for (let index = start, bits = 0, count = 0; index < text.length - padded; index++) {
    const value = values[text.charCodeAt(index)] ?? 64;
    if (value === 64) return undefined;
    bits = ((bits << 6) | value) & 0xfff;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes[written++] = (bits >> count) & 0xff;
  }
  return bytes;
}
