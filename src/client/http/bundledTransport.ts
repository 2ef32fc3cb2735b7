import type { NetworkOptions } from '../network';
import { bodyText } from './bodyText';
import { dispatcherFor } from './dispatcherFor';
import { Exchange } from './exchange';
import { deliver, type Transport } from './transport';

/** Sends through connections of our own. Every call names its dispatcher, so that the host's own isn't changed. */
export function bundledTransport(network: NetworkOptions, maxResponseBytes: number): Transport {
  const route = dispatcherFor(network);
  return {
    send({ method, url, headers, body = null, signal }) {
      const exchange = new Exchange(maxResponseBytes);
      return deliver(signal, {
        run: async () => {
          const { dispatcher, ...target } = route.to(url, headers);
          const received = await exchange.run(dispatcher, { method, ...target, body });
          const text = await bodyText(received, maxResponseBytes);
          return { status: received.status, headers: received.headers, text };
        },
        end: (reason) => exchange.end(reason),
        mayHaveLeft: () => exchange.begun,
      });
    },
    close: () => route.destroy(),
  };
}
