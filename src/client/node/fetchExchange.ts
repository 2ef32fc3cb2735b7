import { contentCodings } from './bodyText';
import { AnswerTooLarge, type Received, ReceivedBytes } from './exchange';
import { RequestWatch, type ToldAnswer } from './requestWatch';
import type { TransportRequest } from './transport';

/** `fetch` was about to send a request again, which is not for it to decide. */
export class RequestRepeated extends Error {
  override readonly name = 'RequestRepeated';
}

/** Where Node's fetch has a limit at all; older ones undo as many as there are. */
const mostFetchCodings = 5;

/** One request and its answer by the host's `fetch`. */
export class FetchExchange {
  readonly #limitBytes: number;
  readonly #ending = new AbortController();
  readonly #watch = new RequestWatch(
    // After an answer of 421, or where a dispatcher of somebody else's follows redirects with all headers.
    () => this.end(new RequestRepeated('fetch repeats the request')),
    (answer) => this.#told(answer),
  );
  #resolve: (received: Received) => void = () => undefined;
  #reject: (error: Error) => void = () => undefined;

  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes;
  }

  /** What is known of the way of the request. */
  get watch(): Pick<RequestWatch, 'begun' | 'status' | 'tunnel'> {
    return this.#watch;
  }

  /** The answer without its content codings. @throws what `fetch` or {@link end} ended it with; {@link AnswerTooLarge} */
  async run(request: TransportRequest): Promise<Received> {
    // Looks for a proxy may take long and know no end; waiting for them does.
    const ended = new Promise<Received>((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    try {
      return await Promise.race([ended, this.#receive(request)]);
    } catch (error) {
      // Nothing is read on; the connection is closed.
      this.#ending.abort();
      throw error;
    } finally {
      this.#watch.stop();
    }
  }

  /** Ends it at once, whatever it is waiting for. */
  end(reason: Error): void {
    this.#reject(reason);
    this.#ending.abort(reason);
  }

  /**
   * Ends it with an answer that `fetch` must not get. It hands out none of 407 and 421, and keeps their connections with a
   * body that nobody reads. Of more than five codings it keeps a body whose errors nobody hears: a reset, or an abort of
   * ours, would be an uncaught exception of the whole process.
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
      // Refuses what cannot be a header before anything is called.
      headers: new Headers(headers),
      body: body ?? null,
      redirect: 'manual',
      credentials: 'omit',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      signal: this.#ending.signal,
    };
    // The global of now: VS Code puts its own there. A dispatcher in `init` would switch its search for a proxy off.
    const response = await this.#watch.run(() => fetch(url.href, init));
    const bytes = await this.#bytesOf(response);
    return { status: response.status, headers: headersOf(response.headers), bytes };
  }

  /** As {@link bodyText} has it, a body whose coding is unknown or broken is as good as none. */
  async #bytesOf({ headers, body }: Response): Promise<Buffer> {
    const codings = contentCodings(headers.get('content-encoding') ?? '');
    if (!codings || !body) {
      // A server may send a body after a 204, too, and fetch would wait for somebody who reads it.
      this.#ending.abort();
      return Buffer.alloc(0);
    }
    const received = new ReceivedBytes();
    try {
      for await (const chunk of body as AsyncIterable<Uint8Array>) {
        // What came out of the codings. What was on the wire cannot be seen here; it is less, or bound by the deadline.
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

/** `fetch` joins what came more than once. Only a Retry-After is cut apart again: the others are read as a whole. */
function headersOf(headers: Headers): Received['headers'] {
  const received = Object.fromEntries<string | string[]>(headers);
  const wait = headers.get('retry-after');
  if (wait !== null) received['retry-after'] = wait.split(/, (?<=(?:^\d+|GMT), )/);
  return received;
}

/** zlib's codes, those of brotli among them. */
function isBrokenCoding(error: unknown): boolean {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  const code: unknown = cause instanceof Error ? Reflect.get(cause, 'code') : undefined;
  return typeof code === 'string' && /^(Z_|ERR__ERROR_|ERR_BROTLI_)/.test(code);
}
