/**
 * The text of a file in UTF-8 or UTF-16, which some programs on Windows write. UTF-16 needs a byte order mark, or an ASCII
 * character at the beginning.
 * @throws if it's neither
 */
export function decodeText(bytes: Uint8Array): string {
  return new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes);
}

function encodingOf([first, second]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (first === undefined || second === undefined) return 'utf-8';
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le';
  return (first === 0xfe && second === 0xff) || (first === 0 && second !== 0) ? 'utf-16be' : 'utf-8';
}
