import { bodyText } from './bodyText';
import { Connections } from './connections';
import { dispatcherFor, type RouteDispatcher } from './dispatcherFor';
import { Exchange } from './exchange';
import {
  deliver,
  type Transport,
  type TransportOptions,
  type TransportRequest,
  type TransportResponse,
} from './transport';

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

  send(request: TransportRequest): Promise<TransportResponse> {
    const { method, url, headers, body = null } = request;
    const { maxResponseBytes } = this.#options;
    const exchange = new Exchange(maxResponseBytes);
    return deliver(request, this.#options, {
      run: async () => {
        const { dispatcher, ...target } = this.#route.to(url, headers);
        const received = await exchange.run(dispatcher, { method, ...target, body });
        return { status: received.status, headers: received.headers, text: await bodyText(received, maxResponseBytes) };
      },
      end: (reason) => exchange.end(reason),
      mayHaveLeft: () => exchange.begun,
    });
  }

  async close(): Promise<void> {
    await this.#route.destroy();
    this.#connections.destroy();
  }
}
