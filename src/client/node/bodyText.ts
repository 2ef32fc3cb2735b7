import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import { contentCodings } from './contentCodings';
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
