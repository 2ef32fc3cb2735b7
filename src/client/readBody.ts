import { pipeline } from 'node:stream/promises';
import { Writable, type Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { IncomingHttpHeaders } from 'node:http';

/** The answer went past the limit; the rest of it was not read. */
export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge';
  readonly limitBytes: number;

  constructor(limitBytes: number) {
    super(`The answer is larger than ${limitBytes} bytes`);
    this.limitBytes = limitBytes;
  }
}

/** The content codings that {@link readBody} undoes. */
export const acceptedEncodings = 'gzip, deflate, br';

/**
 * The body as UTF-8 text, decompressed. At most `limitBytes` are read, and at most that many come out of decompression.
 * @throws {BodyTooLarge} past the limit
 */
export async function readBody(
  response: { readonly headers: IncomingHttpHeaders; readonly body: Readable },
  limitBytes: number,
): Promise<string> {
  const received = new Limit(limitBytes);
  const decoder = decoderFor(response.headers['content-encoding']);
  if (!decoder) {
    await pipeline(response.body, received);
    return received.text();
  }
  const onTheWire = limited(response.body, limitBytes);
  await pipeline(onTheWire, decoder, received);
  return received.text();
}

function decoderFor(encoding: string | undefined): Transform | undefined {
  switch (encoding?.trim().toLowerCase()) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    case 'deflate':
      return createInflate();
    case 'br':
      return createBrotliDecompress();
    default:
      return undefined;
  }
}

async function* limited(source: AsyncIterable<unknown>, limitBytes: number): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of source) {
    const buffer = chunk as Buffer;
    bytes += buffer.byteLength;
    if (bytes > limitBytes) throw new BodyTooLarge(limitBytes);
    yield buffer;
  }
}

class Limit extends Writable {
  readonly #limitBytes: number;
  readonly #chunks: Buffer[] = [];
  #bytes = 0;

  constructor(limitBytes: number) {
    super();
    this.#limitBytes = limitBytes;
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error) => void): void {
    this.#bytes += chunk.byteLength;
    if (this.#bytes > this.#limitBytes) {
      done(new BodyTooLarge(this.#limitBytes));
      return;
    }
    this.#chunks.push(chunk);
    done();
  }

  text(): string {
    return new TextDecoder().decode(Buffer.concat(this.#chunks));
  }
}
