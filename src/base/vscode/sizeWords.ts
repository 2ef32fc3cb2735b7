import { byteWords } from './byteWords';

/** "840 bytes", "3.2 kB", "1.1 MB": the size of a text as it is sent, in UTF-8. */
export function sizeWords(text: string): string {
  return byteWords(new TextEncoder().encode(text).byteLength);
}
