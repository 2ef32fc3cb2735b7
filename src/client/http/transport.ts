import type { Failure, Progress } from '../serviceError';
import { failureOf } from './failureOf';

/** A response as it was received. A header that was sent more than once is a list. */
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

export interface Transport {
  /** One request, sent at most once; redirects are not followed. @throws {TransportError} */
  send(request: TransportRequest): Promise<TransportResponse>;
  /** Cancels calls in progress, and closes all connections of our own. */
  close(): Promise<void>;
}

export interface TransportRequest {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** True for a connection that wasn't used before. VS Code's `fetch` has no such choice. */
  readonly needsNewConnection?: boolean;
  /** Ends the request. The reason of the abortion is a {@link Failure}. */
  readonly signal: AbortSignal;
}

export interface TransportResponse extends Omit<Received, 'bytes'> {
  readonly text: string;
}

/** A request without a readable answer. */
export class TransportError extends Error {
  override readonly name = 'TransportError';
  readonly failure: Failure;
  /** See {@link Progress}. */
  readonly sent: boolean;
  readonly answered: boolean;

  constructor(failure: Failure, { sent, answered = false, cause }: Progress) {
    super(failure.kind, { cause });
    this.failure = failure;
    this.sent = sent;
    this.answered = answered;
  }
}

/** A request, or the attempt to connect for one. */
interface Delivery<T> {
  readonly run: () => Promise<T>;
  /** Ends `run` at once, whatever it's waiting for. */
  readonly end: (reason: Error) => void;
  /** True if the request may have begun to leave this machine before the failure. */
  readonly mayHaveLeft: (failure: Failure) => boolean;
  readonly hasAnswer: () => boolean;
}

/**
 * Runs a delivery, and turns each way in which it can fail into a {@link TransportError}.
 * @param signal ends the delivery. The reason of the abortion is a {@link Failure}
 * @throws {TransportError}
 */
export async function deliver<T>(signal: AbortSignal, { run, end, mayHaveLeft, hasAnswer }: Delivery<T>): Promise<T> {
  const failed = (failure: Failure, cause?: unknown) =>
    new TransportError(failure, { sent: mayHaveLeft(failure), answered: hasAnswer(), cause });
  const stop = () => end(failed(signal.reason as Failure));
  if (signal.aborted) throw new TransportError(signal.reason as Failure, { sent: false });
  signal.addEventListener('abort', stop);
  try {
    return await run();
  } catch (error) {
    if (error instanceof TransportError) throw error;
    const isTooLarge = error instanceof AnswerTooLarge;
    throw failed(isTooLarge ? { kind: 'tooLarge', limitBytes: error.limitBytes } : failureOf(error), error);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/**
 * A signal that is aborted when the time is over, or when one of the signals is. The reason is a {@link Failure}. Not
 * `AbortSignal.timeout`, whose timer stays active after the answer.
 */
export function deadline(seconds: number, signals: readonly (AbortSignal | undefined)[]) {
  const controller = new AbortController();
  const end = (failure: Failure) => controller.abort(failure);
  const cancel = () => end({ kind: 'cancelled' });
  const timer = setTimeout(end, Math.ceil(seconds * 1000), { kind: 'timeout', seconds });
  for (const signal of signals) {
    if (signal?.aborted) cancel();
    signal?.addEventListener('abort', cancel);
  }
  return {
    signal: controller.signal,
    dispose() {
      clearTimeout(timer);
      for (const signal of signals) signal?.removeEventListener('abort', cancel);
    },
  };
}

/**
 * Bytes received in pieces, copied into one buffer. A server may send single bytes, and a list of pieces would need a
 * hundred times as much memory.
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

  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }
}
