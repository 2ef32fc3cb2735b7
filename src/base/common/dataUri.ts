const codes = new TextEncoder().encode('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/');
const padding = '='.charCodeAt(0);

/** `data:<media type>;base64,...` */
export function dataUri(mediaType: string, bytes: Uint8Array): string {
  return prefixOf(mediaType) + toBase64(bytes);
}

/** Length of the data URI of this many bytes, without building it. */
export function dataUriLength(mediaType: string, byteLength: number): number {
  return prefixOf(mediaType).length + Math.ceil(byteLength / 3) * 4;
}

function prefixOf(mediaType: string): string {
  return `data:${mediaType};base64,`;
}

/** `btoa` takes the bytes as a string, character by character: too slow for megabytes. */
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
