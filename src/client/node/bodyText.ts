import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import { AnswerTooLarge, type Received } from './exchange';

/** The content codings that {@link bodyText} undoes. */
export const acceptedEncodings = 'gzip, br';

const decoders = { gzip: promisify(gunzip), br: promisify(brotliDecompress) };

/**
 * The body as text. One whose coding is unknown or broken is as good as none: empty.
 * @throws {AnswerTooLarge} when more than `limitBytes` come out of a coding
 */
export async function bodyText({ headers, bytes }: Received, limitBytes: number): Promise<string> {
  const codings = contentCodings(headers['content-encoding']);
  if (!codings) return '';
  let plain = bytes;
  for (const coding of codings.toReversed()) {
    try {
      plain = await decoders[coding](plain, { maxOutputLength: limitBytes });
    } catch (error) {
      if (error instanceof RangeError) throw new AnswerTooLarge(limitBytes);
      return '';
    }
  }
  // Drops the byte order mark, which JSON.parse would stumble over.
  return new TextDecoder().decode(plain);
}

/** The content codings that are asked for and undone. */
export type Coding = 'gzip' | 'br';

const codings: ReadonlyMap<string, Coding> = new Map([
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['br', 'br'],
]);

/** Nobody codes a body more often, and each coding may make as much work as the largest answer. */
const maxCodings = 2;

/**
 * What a Content-Encoding header names, in the order in which it was applied (RFC 9110, section 8.4); the header may be a
 * list and may repeat. `undefined` when that cannot be undone.
 */
export function contentCodings(header: string | readonly string[] | undefined): readonly Coding[] | undefined {
  const names = String(header ?? '').split(',');
  const applied = names.map((name) => name.trim().toLowerCase()).filter((name) => name !== '' && name !== 'identity');
  const known = applied.flatMap((name) => codings.get(name) ?? []);
  return known.length === applied.length && known.length <= maxCodings ? known : undefined;
}
