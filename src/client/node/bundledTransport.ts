import { bodyText } from './bodyText';
import { Connections } from './connections';
import { AnswerTooLarge, Exchange } from './exchange';
import { failureOf } from './failureOf';
import {
  TransportError,
  type Transport,
  type TransportOptions,
  type TransportRequest,
  type TransportResponse,
} from './transport';
import { dispatcherFor, type RouteDispatcher } from './dispatcherFor';

/** Sends through connections of our own. Every call names its dispatcher, so that the host's own stays as it is. */
export class BundledTransport implements Transport {
  readonly #options: TransportOptions;
  readonly #connections: Connections;
  readonly #route: RouteDispatcher;

  constructor(options: TransportOptions) {
    this.#options = options;
    this.#connections = new Connections(options.network);
    this.#route = dispatcherFor(options.network, this.#connections);
  }

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
      const { dispatcher, ...target } = this.#route.to(url, headers);
      const received = await exchange.run(dispatcher, { method, ...target, body: body ?? null });
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

  async close(): Promise<void> {
    await this.#route.destroy();
    this.#connections.destroy();
  }
}
