import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import { AnswerTooLarge, type Received } from './exchange';

/** The content codings that {@link bodyText} decodes. */
export const acceptedEncodings = 'gzip, br';

const decoders = { gzip: promisify(gunzip), br: promisify(brotliDecompress) };

/**
 * The body as text. One whose coding is unknown or broken is treated as empty.
 * @throws {AnswerTooLarge} if more than `limitBytes` are decoded
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

/** The content codings that are requested and decoded. */
export type Coding = 'gzip' | 'br';

const codings: ReadonlyMap<string, Coding> = new Map([
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['br', 'br'],
]);

/** Bodies aren't encoded more often, and each coding may cost as much work as the largest answer. */
const maxCodings = 2;

/**
 * Codings in a Content-Encoding header, in the order in which they were applied (RFC 9110, section 8.4); the header may
 * be a list and may repeat. `undefined` if they can't be decoded.
 */
export function contentCodings(header: string | readonly string[] | undefined): readonly Coding[] | undefined {
  const names = String(header ?? '').split(',');
  const applied = names.map((name) => name.trim().toLowerCase()).filter((name) => name !== '' && name !== 'identity');
  const known = applied.flatMap((name) => codings.get(name) ?? []);
  return known.length === applied.length && known.length <= maxCodings ? known : undefined;
}
