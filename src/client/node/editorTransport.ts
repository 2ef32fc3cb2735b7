import { setMaxListeners } from 'node:events';
import { AnswerTooLarge } from './exchange';
import { causeOfFetch, failureOfFetch } from './failureOf';
import { FetchExchange, RequestRepeated } from './fetchExchange';
import {
  deadline,
  TransportError,
  type Transport,
  type TransportOptions,
  type TransportRequest,
  type TransportResponse,
} from './transport';
import type { Failure } from '../common/serviceError';

/**
 * Sends through the editor's own `fetch`, which supports PAC files and the system's proxy. Its connections aren't ours.
 */
export class EditorTransport implements Transport {
  readonly #options: TransportOptions;
  readonly #closing = new AbortController();

  constructor(options: TransportOptions) {
    this.#options = options;
    // Every call listens until it ends, and any number may be in progress.
    setMaxListeners(0, this.#closing.signal);
  }

  async send(request: TransportRequest): Promise<TransportResponse> {
    const { timeoutSeconds, maxResponseBytes } = this.#options;
    const signals = [request.signal, this.#closing.signal];
    const exchange = new FetchExchange(maxResponseBytes);
    const ended = (failure: Failure) => new TransportError(failure, exchange.watch.begun);
    if (signals.some((signal) => signal?.aborted)) throw ended({ kind: 'cancelled' });

    const began = Date.now();
    const ending = deadline(timeoutSeconds, signals, (failure) => exchange.end(ended(failure)));
    try {
      const { status, headers, bytes } = await exchange.run(request);
      return { status, headers, text: new TextDecoder().decode(bytes) };
    } catch (error) {
      if (error instanceof TransportError) throw error;
      const cause = causeOfFetch(error);
      throw new TransportError(failureFrom(cause, exchange, began), exchange.watch.begun, cause);
    } finally {
      ending.dispose();
    }
  }

  close(): Promise<void> {
    this.#closing.abort();
    return Promise.resolve();
  }
}

function failureFrom(cause: unknown, { watch }: FetchExchange, began: number): Failure {
  if (cause instanceof AnswerTooLarge) return { kind: 'tooLarge', limitBytes: cause.limitBytes };
  if (cause instanceof RequestRepeated) {
    if (!watch.begun) return { kind: 'proxy', reason: 'connectionLost' };
    // A response that arrived is reported as one.
    return watch.status ? { kind: 'status', status: watch.status } : { kind: 'connectionLost' };
  }
  // The editor's fetch has deadlines of its own, which may come before ours.
  const code: unknown = cause instanceof Error ? Reflect.get(cause, 'code') : undefined;
  if (code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT')
    return { kind: 'timeout', seconds: Math.round((Date.now() - began) / 1000) };
  return failureOfFetch(cause, watch);
}
