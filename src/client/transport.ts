import './hostFetchFirst';
import { Agent, type Dispatcher } from 'undici';
import type { IncomingHttpHeaders } from 'node:http';
import type { Failure } from '../domain/serviceError';
import { failureOf } from './failureOf';
import { BodyTooLarge, readBody } from './readBody';

export interface TransportOptions {
  /** Deadline of one request from its beginning to the last byte of the answer, in seconds. */
  readonly timeoutSeconds: number;
  /** The largest answer that is read, in bytes, on the wire and after decompression. */
  readonly maxResponseBytes: number;
}

export interface TransportRequest {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent with its length; never in chunks. */
  readonly body?: string;
  readonly signal?: AbortSignal | undefined;
}

export interface TransportResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** A call that got no answer that can be read. `sent` tells whether the request had begun to leave. */
export class TransportError extends Error {
  override readonly name = 'TransportError';
  readonly failure: Failure;
  readonly sent: boolean;

  constructor(failure: Failure, sent: boolean, cause: unknown) {
    super(failure.kind, { cause });
    this.failure = failure;
    this.sent = sent;
  }
}

/** The only place that touches undici. Every call names its dispatcher, so that the host's own stays as it is. */
export class Transport {
  readonly #options: TransportOptions;
  readonly #agent: Agent;

  constructor(options: TransportOptions) {
    this.#options = options;
    const milliseconds = options.timeoutSeconds * 1000;
    // The deadline of the request as a whole bounds every phase; undici's own limits would only cut it short.
    this.#agent = new Agent({
      connect: { timeout: Math.min(milliseconds, 30_000) },
      headersTimeout: milliseconds,
      bodyTimeout: milliseconds,
      connections: 4,
    });
  }

  /** One request, sent at most once; redirects are not followed. @throws {TransportError} */
  async send(request: TransportRequest): Promise<TransportResponse> {
    const deadline = AbortSignal.timeout(this.#options.timeoutSeconds * 1000);
    const signal = request.signal ? AbortSignal.any([request.signal, deadline]) : deadline;
    const departure = new Departure();
    try {
      const response = await this.#agent.request(departure.watch(request, signal));
      const text = await readBody(response, this.#options.maxResponseBytes);
      return { status: response.statusCode, headers: response.headers, text };
    } catch (error) {
      throw new TransportError(this.#explain(error, request, deadline), departure.begun, error);
    }
  }

  async close(): Promise<void> {
    await this.#agent.destroy();
  }

  #explain(error: unknown, request: TransportRequest, deadline: AbortSignal): Failure {
    if (request.signal?.aborted) return { kind: 'cancelled' };
    if (deadline.aborted) return { kind: 'timeout', seconds: this.#options.timeoutSeconds };
    if (error instanceof BodyTooLarge) return { kind: 'tooLarge', limitBytes: error.limitBytes };
    return failureOf(error, this.#options.timeoutSeconds);
  }
}

/** Knows whether a request has begun to leave: undici asks for the body when there is a connection to write it to. */
class Departure {
  begun = false;

  watch(request: TransportRequest, signal: AbortSignal): Dispatcher.RequestOptions {
    const { method, url, headers, body } = request;
    const options = { method, origin: url.origin, path: url.pathname + url.search, signal };
    if (body === undefined) return { ...options, headers };
    const bytes = Buffer.from(body, 'utf8');
    // undici takes any async iterable, its types name Node's own stream alone.
    const leaving = this.#leaving(bytes) as unknown as Dispatcher.DispatchOptions['body'];
    return { ...options, headers: { ...headers, 'content-length': String(bytes.byteLength) }, body: leaving ?? null };
  }

  // eslint-disable-next-line @typescript-eslint/require-await -- undici iterates over it asynchronously
  async *#leaving(bytes: Buffer): AsyncGenerator<Buffer> {
    this.begun = true;
    yield bytes;
  }
}
