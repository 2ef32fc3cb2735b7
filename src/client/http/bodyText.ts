import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import { AnswerTooLarge, type Received } from './transport';

export const acceptedEncodings = 'gzip, br';

type Decoder = (coded: Buffer, options: { readonly maxOutputLength: number }) => Promise<Buffer>;

const decoders: ReadonlyMap<string, Decoder> = new Map<string, Decoder>([
  ['gzip', promisify(gunzip)],
  ['br', promisify(brotliDecompress)],
]);

/**
 * The body as text. Empty if its coding is unknown or broken, or if there are several codings: each of them could cost as
 * much work as the largest answer.
 * @throws {AnswerTooLarge} if more than `limitBytes` are decoded
 */
export async function bodyText({ headers, bytes }: Received, limitBytes: number): Promise<string> {
  const coding = String(headers['content-encoding'] ?? '')
    .trim()
    .toLowerCase();
  // TextDecoder drops the byte order mark, which JSON.parse doesn't accept.
  if (coding === '' || coding === 'identity') return new TextDecoder().decode(bytes);
  try {
    const plain = await decoders.get(coding)?.(bytes, { maxOutputLength: limitBytes });
    return new TextDecoder().decode(plain);
  } catch (error) {
    if (error instanceof RangeError) throw new AnswerTooLarge(limitBytes);
    return '';
  }
}
