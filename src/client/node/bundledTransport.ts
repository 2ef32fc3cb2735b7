import { bodyText } from './bodyText';
import { Connections } from './connections';
import { AnswerTooLarge, Exchange } from './exchange';
import { failureOf } from './failureOf';
import {
  deadline,
  TransportError,
  type Transport,
  type TransportOptions,
  type TransportRequest,
  type TransportResponse,
} from './transport';
import { dispatcherFor, type RouteDispatcher } from './dispatcherFor';
import type { Failure } from '../common/serviceError';

/** Sends through connections of our own. Every call names its dispatcher, so that the host's own isn't changed. */
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
    const exchange = new Exchange(maxResponseBytes);
    const ended = (failure: Failure) => new TransportError(failure, exchange.begun);
    if (signal?.aborted) throw ended({ kind: 'cancelled' });

    const ending = deadline(timeoutSeconds, [signal], (failure) => exchange.end(ended(failure)));
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
      ending.dispose();
    }
  }

  async close(): Promise<void> {
    await this.#route.destroy();
    this.#connections.destroy();
  }
}
