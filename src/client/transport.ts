import './hostFetchFirst';
import { Agent, buildConnector } from 'undici';
import type { Socket } from 'node:net';
import type { Failure } from '../domain/serviceError';
import { bodyText } from './bodyText';
import { AnswerTooLarge, Exchange, type Received } from './exchange';
import { failureOf } from './failureOf';

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
  readonly body?: string;
  readonly signal?: AbortSignal | undefined;
}

export interface TransportResponse extends Omit<Received, 'bytes'> {
  readonly text: string;
}

/** A call that got no answer that can be read. `sent` tells whether the request had begun to leave. */
export class TransportError extends Error {
  override readonly name = 'TransportError';
  readonly failure: Failure;
  readonly sent: boolean;

  constructor(failure: Failure, sent: boolean, cause?: unknown) {
    super(failure.kind, { cause });
    this.failure = failure;
    this.sent = sent;
  }
}

/** The only place that touches undici. Every call names its dispatcher, so that the host's own stays as it is. */
export class Transport {
  readonly #options: TransportOptions;
  readonly #agent: Agent;
  readonly #sockets = new Set<Socket>();

  constructor(options: TransportOptions) {
    this.#options = options;
    // undici's connector returns the socket, which its type does not say.
    const connect = buildConnector({ timeout: 30_000 }) as (...to: Parameters<buildConnector.connector>) => Socket;
    this.#agent = new Agent({
      connect: (target, done) => {
        const socket = connect(target, done);
        this.#sockets.add(socket.once('close', () => this.#sockets.delete(socket)));
      },
      // The deadline of the request as a whole bounds these two; undici's own would only cut it short.
      headersTimeout: 0,
      bodyTimeout: 0,
      connections: 4,
    });
  }

  /** One request, sent at most once; redirects are not followed. @throws {TransportError} */
  async send({ method, url, headers, body, signal }: TransportRequest): Promise<TransportResponse> {
    const { timeoutSeconds, maxResponseBytes } = this.#options;
    const cancelled = () => new TransportError({ kind: 'cancelled' }, exchange.begun);
    const expired = () => new TransportError({ kind: 'timeout', seconds: timeoutSeconds }, exchange.begun);
    const exchange = new Exchange(maxResponseBytes);
    if (signal?.aborted) throw cancelled();

    const cancel = () => exchange.end(cancelled());
    const deadline = setTimeout(() => exchange.end(expired()), timeoutSeconds * 1000);
    signal?.addEventListener('abort', cancel);
    try {
      const target = { method, origin: url.origin, path: url.pathname + url.search };
      const received = await exchange.run(this.#agent, { ...target, headers, body: body ?? null });
      return { status: received.status, headers: received.headers, text: await bodyText(received, maxResponseBytes) };
    } catch (error) {
      if (error instanceof TransportError) throw error;
      const tooLarge = error instanceof AnswerTooLarge;
      const failure = tooLarge ? { kind: 'tooLarge' as const, limitBytes: error.limitBytes } : failureOf(error);
      throw new TransportError(failure, exchange.begun, error);
    } finally {
      clearTimeout(deadline);
      signal?.removeEventListener('abort', cancel);
    }
  }

  /** Ends what is under way as cancelled. */
  async close(): Promise<void> {
    await this.#agent.destroy();
    // undici forgets the connections that are not made yet; they would keep the process from ending.
    for (const socket of this.#sockets) socket.destroy();
  }
}
