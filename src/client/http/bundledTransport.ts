import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import type { NetworkOptions } from '../network';
import { dispatchersFor } from './dispatchers';
import { AnswerTooLarge, deliver, type Received, ReceivedBytes, type Transport } from './transport';
import type { Dispatcher } from './undici';

/** Sends through our own connections. Each call passes its dispatcher, so the extension host's global one stays unchanged. */
export function bundledTransport(network: NetworkOptions, maxResponseBytes: number): Transport {
  const dispatchers = dispatchersFor(network);
  return {
    send({ method, url, headers, body = null, needsNewConnection = false, signal }) {
      const exchange = new Exchange(maxResponseBytes);
      return deliver(signal, {
        run: async () => {
          const { dispatcher, ...target } = dispatchers.to(url, headers, needsNewConnection);
          const received = await exchange.run(dispatcher, { method, ...target, body });
          const text = await bodyText(received, maxResponseBytes);
          return { status: received.status, headers: received.headers, text };
        },
        end: (reason) => exchange.end(reason),
        mayHaveLeft: () => exchange.hasBegun,
        hasAnswer: () => exchange.isAnswered,
      });
    },
    close: () => dispatchers.destroy(),
  };
}

/**
 * One request and its answer. undici's own `request` neither reports when a request begins to leave nor ends one that
 * is still waiting for its connection; its dispatcher does both.
 */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #answer = Promise.withResolvers<Received>();
  readonly #received: ReceivedBytes;
  #head: Omit<Received, 'bytes'> | undefined;
  #controller: Dispatcher.DispatchController | undefined;
  #ended: Error | undefined;
  /** The request has begun to leave this machine. */
  hasBegun = false;

  /** An interim answer (1xx) doesn't count: the service may still close the connection without having begun the real one. */
  get isAnswered(): boolean {
    return this.#head !== undefined && this.#head.status >= 200;
  }

  constructor(limitBytes: number) {
    this.#received = new ReceivedBytes(limitBytes);
  }

  /** @throws the error that undici or {@link end} ended it with; {@link AnswerTooLarge} */
  run(dispatcher: Dispatcher, options: Dispatcher.DispatchOptions): Promise<Received> {
    dispatcher.dispatch(options, this);
    return this.#answer.promise;
  }

  /** Ends the exchange at once, whatever it waits for, and closes its connection. */
  end(reason: Error): void {
    this.#ended = reason;
    this.#answer.reject(reason);
    this.#controller?.abort(reason);
  }

  /** Called when undici has a connection. The request is written as soon as this returns. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#ended) {
      controller.abort(this.#ended);
      return;
    }
    this.#controller = controller;
    this.hasBegun = true;
  }

  /** Called for interim answers (1xx) as well; the last call counts. */
  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: Received['headers']): void {
    this.#head = { status, headers };
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    try {
      this.#received.add(chunk);
    } catch (error) {
      this.end(error as AnswerTooLarge);
    }
  }

  onResponseEnd(): void {
    if (this.#head) this.#answer.resolve({ ...this.#head, bytes: this.#received.bytes });
  }

  onResponseError(_controller: Dispatcher.DispatchController | undefined, error: Error): void {
    this.#answer.reject(error);
  }
}

export const acceptedEncodings = 'gzip, br';

type Decoder = (coded: Buffer, options: { readonly maxOutputLength: number }) => Promise<Buffer>;

const decoders: ReadonlyMap<string, Decoder> = new Map<string, Decoder>([
  ['gzip', promisify(gunzip)],
  ['br', promisify(brotliDecompress)],
]);

/**
 * The body as text. Empty if its coding is unknown or broken, or if there are several codings: each of them could cost as
 * much work as the largest answer.
 * @throws {AnswerTooLarge} if more than `limitBytes` are decoded
 */
async function bodyText({ headers, bytes }: Received, limitBytes: number): Promise<string> {
  const coding = String(headers['content-encoding'] ?? '')
    .trim()
    .toLowerCase();
  // TextDecoder drops the byte order mark, which JSON.parse doesn't accept.
  if (coding === '' || coding === 'identity') return new TextDecoder().decode(bytes);
  try {
    const plain = await decoders.get(coding)?.(bytes, { maxOutputLength: limitBytes });
    return new TextDecoder().decode(plain);
  } catch (error) {
    if (error instanceof RangeError) throw new AnswerTooLarge(limitBytes);
    return '';
  }
}
