import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import { AnswerTooLarge, type Received } from './exchange';

/** The content codings that {@link bodyText} undoes. */
export const acceptedEncodings = 'gzip, br';

const decoders = new Map([
  ['gzip', promisify(gunzip)],
  ['x-gzip', promisify(gunzip)],
  ['br', promisify(brotliDecompress)],
]);

/** Nobody codes a body more often, and each coding may make `limitBytes` of work. */
const maxCodings = 2;

/**
 * The body as text. One whose coding is unknown or broken is as good as none: empty.
 * @throws {AnswerTooLarge} when more than `limitBytes` come out of a coding
 */
export async function bodyText({ headers, bytes }: Received, limitBytes: number): Promise<string> {
  const codings = codingsOf(headers['content-encoding']);
  if (codings.length > maxCodings) return '';
  let plain = bytes;
  for (const coding of codings.reverse()) {
    const decode = decoders.get(coding);
    if (!decode) return '';
    try {
      plain = await decode(plain, { maxOutputLength: limitBytes });
    } catch (error) {
      if (error instanceof RangeError) throw new AnswerTooLarge(limitBytes);
      return '';
    }
  }
  // Drops the byte order mark, which JSON.parse would stumble over.
  return new TextDecoder().decode(plain);
}

/** In the order in which they were applied (RFC 9110, section 8.4); the header may be a list and may repeat. */
function codingsOf(header: string | string[] | undefined): string[] {
  const codings = String(header ?? '').split(',');
  return codings
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity');
}
