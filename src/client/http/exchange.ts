import type { Dispatcher } from './undici';

/** The raw response. A header that was sent more than once is a list. */
export interface Received {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly bytes: Buffer;
}

/** The answer exceeded the limit; the rest of it wasn't read. */
export class AnswerTooLarge extends Error {
  override readonly name = 'AnswerTooLarge';
  readonly limitBytes: number;

  constructor(limitBytes: number) {
    super(`The response is larger than ${limitBytes} bytes`);
    this.limitBytes = limitBytes;
  }
}

/**
 * One request and its answer. undici's own `request` neither reports when a request begins to leave nor ends one that
 * is still waiting for its connection; its dispatcher does both.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly #answer = Promise.withResolvers<Received>();
  readonly #received: ReceivedBytes;
  #head: Omit<Received, 'bytes'> | undefined;
  #controller: Dispatcher.DispatchController | undefined;
  #ended: Error | undefined;
  /** The request has begun to leave this machine. */
  begun = false;

  constructor(limitBytes: number) {
    this.#received = new ReceivedBytes(limitBytes);
  }

  /** @throws the error that undici or {@link end} ended it with; {@link AnswerTooLarge} */
  run(dispatcher: Dispatcher, options: Dispatcher.DispatchOptions): Promise<Received> {
    dispatcher.dispatch(options, this);
    return this.#answer.promise;
  }

  /** Ends it at once, whatever it's waiting for, and closes its connection. */
  end(reason: Error): void {
    this.#ended = reason;
    this.#answer.reject(reason);
    this.#controller?.abort(reason);
  }

  /** undici has a connection and writes as soon as this returns. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#ended) {
      controller.abort(this.#ended);
      return;
    }
    this.#controller = controller;
    this.begun = true;
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

/**
 * Bytes received in pieces, copied together: a server may send them one by one, and a piece costs a hundred times as
 * much.
 */
export class ReceivedBytes {
  readonly #limit: number;
  #bytes = Buffer.alloc(0);
  #length = 0;

  constructor(limitBytes: number) {
    this.#limit = limitBytes;
  }

  /** @throws {AnswerTooLarge} */
  add(piece: Uint8Array): void {
    const length = this.#length + piece.byteLength;
    if (length > this.#limit) throw new AnswerTooLarge(this.#limit);
    if (length > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(length, 2 * this.#bytes.length));
      larger.set(this.#bytes.subarray(0, this.#length));
      this.#bytes = larger;
    }
    this.#bytes.set(piece, this.#length);
    this.#length = length;
  }

  /** All bytes received so far. */
  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }
}
