import { contentCodings } from './bodyText';
import { AnswerTooLarge, type Received, ReceivedBytes } from './exchange';
import { RequestWatch, type ToldAnswer } from './requestWatch';
import type { TransportRequest } from './transport';

/** `fetch` was about to send a request again, which must not be its decision. */
export class RequestRepeated extends Error {
  override readonly name = 'RequestRepeated';
}

/** The limit of Node's fetch where it has one; older versions decode any number. */
const mostFetchCodings = 5;

/** One request and its answer through the host's `fetch`. */
export class FetchExchange {
  readonly #limitBytes: number;
  readonly #ending = new AbortController();
  readonly #watch = new RequestWatch(
    // After a 421, or if another extension's dispatcher follows redirects with all headers.
    () => this.end(new RequestRepeated('fetch repeats the request')),
    (answer) => this.#told(answer),
  );
  #resolve: (received: Received) => void = () => undefined;
  #reject: (error: Error) => void = () => undefined;

  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes;
  }

  /** The known progress of the request. */
  get watch(): Pick<RequestWatch, 'begun' | 'status' | 'tunnel'> {
    return this.#watch;
  }

  /**
   * The answer with its content codings removed.
   * @throws the error that `fetch` or {@link end} ended it with; {@link AnswerTooLarge}
   */
  async run(request: TransportRequest): Promise<Received> {
    // A proxy lookup may take long or never end; waiting for it does.
    const ended = new Promise<Received>((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    try {
      return await Promise.race([ended, this.#receive(request)]);
    } catch (error) {
      // Stops reading and closes the connection.
      this.#ending.abort();
      throw error;
    } finally {
      this.#watch.stop();
    }
  }

  /** Ends it at once, whatever it's waiting for. */
  end(reason: Error): void {
    this.#reject(reason);
    this.#ending.abort(reason);
  }

  /**
   * Ends it with an answer that `fetch` must not get. It doesn't return a 407 or a 421, and keeps their connections
   * open with a body that isn't read. With more than five codings, it keeps a body whose errors aren't handled: a
   * reset, or our own abort, would be an uncaught exception of the whole process.
   */
  #told({ status, contentEncoding }: ToldAnswer): void {
    const isKept = status === 407 || status === 421;
    if (status < 200 || (!isKept && contentEncoding.split(',').length <= mostFetchCodings)) return;
    this.#resolve({ status, headers: {}, bytes: Buffer.alloc(0) });
    this.#ending.abort();
  }

  async #receive({ method, url, headers, body }: TransportRequest): Promise<Received> {
    const init: RequestInit & { readonly cache: 'no-store' } = {
      method,
      // Rejects invalid headers before anything is called.
      headers: new Headers(headers),
      body: body ?? null,
      redirect: 'manual',
      credentials: 'omit',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      signal: this.#ending.signal,
    };
    // The current global: VS Code replaces it with its own. A dispatcher in `init` would switch off its proxy lookup.
    const response = await this.#watch.run(() => fetch(url.href, init));
    const bytes = await this.#bytesOf(response);
    return { status: response.status, headers: headersOf(response.headers), bytes };
  }

  /** As in {@link bodyText}, a body whose coding is unknown or broken counts as none. */
  async #bytesOf({ headers, body }: Response): Promise<Buffer> {
    const codings = contentCodings(headers.get('content-encoding') ?? '');
    if (!codings || !body) {
      // A server may send a body even after a 204, and fetch would wait until it's read.
      this.#ending.abort();
      return Buffer.alloc(0);
    }
    const received = new ReceivedBytes();
    try {
      for await (const chunk of body as AsyncIterable<Uint8Array>) {
        // Size after decoding. The size on the wire isn't visible here; it's less, or bound by the deadline.
        if (received.length + chunk.byteLength > this.#limitBytes) throw new AnswerTooLarge(this.#limitBytes);
        received.add(chunk);
      }
    } catch (error) {
      if (codings.length > 0 && isBrokenCoding(error)) return Buffer.alloc(0);
      throw error;
    }
    return received.bytes;
  }
}

/** `fetch` joins repeated headers. Only Retry-After is split again: the others are read as a whole. */
function headersOf(headers: Headers): Received['headers'] {
  const received = Object.fromEntries<string | string[]>(headers);
  const wait = headers.get('retry-after');
  if (wait !== null) received['retry-after'] = wait.split(/, (?<=(?:^\d+|GMT), )/);
  return received;
}

/** Codes of zlib, including those of brotli. */
function isBrokenCoding(error: unknown): boolean {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  const code: unknown = cause instanceof Error ? Reflect.get(cause, 'code') : undefined;
  return typeof code === 'string' && /^(Z_|ERR__ERROR_|ERR_BROTLI_)/.test(code);
}
