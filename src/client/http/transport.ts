import type { Disposable } from '../../base/lifecycle';
import type { NetworkOptions } from '../network';
import type { Failure } from '../serviceError';
import { AnswerTooLarge, type Received } from './exchange';
import { failureOf } from './failureOf';

/** Sends requests to the service. */
export interface Transport {
  /** One request, sent at most once; redirects are not followed. @throws {TransportError} */
  send(request: TransportRequest): Promise<TransportResponse>;
  /** Ends calls in progress as canceled; none of our connections is left. */
  close(): Promise<void>;
}

export interface TransportOptions {
  /** Deadline of one request from its beginning to the last byte of the answer, in seconds. */
  readonly timeoutSeconds: number;
  /** The largest answer that is read, in bytes, on the wire and after decompression. */
  readonly maxResponseBytes: number;
  readonly network: NetworkOptions;
  /** Ends every call. */
  readonly closing: AbortSignal;
}

export interface TransportRequest {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal?: AbortSignal | undefined;
  /** Deadline of this request, if it's later than that of all. */
  readonly atLeastSeconds?: number;
}

export interface TransportResponse extends Omit<Received, 'bytes'> {
  readonly text: string;
}

/** A call without a readable answer. `sent` says whether the request had begun to leave for the service. */
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

/** A request that is sent at most once. */
interface Delivery {
  readonly run: () => Promise<TransportResponse>;
  /** Ends it at once, whatever it's waiting for. */
  readonly end: (reason: Error) => void;
  /** Whether it had, or may have, begun to leave this machine when it failed. */
  readonly mayHaveLeft: (failure: Failure) => boolean;
}

/** @throws {TransportError} */
export async function deliver(
  { signal, atLeastSeconds = 0 }: TransportRequest,
  { timeoutSeconds, closing }: TransportOptions,
  { run, end, mayHaveLeft }: Delivery,
): Promise<TransportResponse> {
  if (signal?.aborted || closing.aborted) throw new TransportError({ kind: 'cancelled' }, false);
  const ending = deadline(Math.max(timeoutSeconds, atLeastSeconds), [signal, closing], (failure) =>
    end(new TransportError(failure, mayHaveLeft(failure))),
  );
  try {
    return await run();
  } catch (error) {
    if (error instanceof TransportError) throw error;
    const isTooLarge = error instanceof AnswerTooLarge;
    const failure = isTooLarge ? ({ kind: 'tooLarge', limitBytes: error.limitBytes } as const) : failureOf(error);
    throw new TransportError(failure, mayHaveLeft(failure), error);
  } finally {
    ending.dispose();
  }
}

/**
 * Ends calls in progress when their time is over, and when one of the signals is aborted, until it is disposed. Uses
 * its own timer rather than AbortSignal.timeout, which stays active for minutes after the answer.
 */
export function deadline(
  seconds: number,
  signals: readonly (AbortSignal | undefined)[],
  end: (failure: Failure) => void,
): Disposable {
  const cancel = () => end({ kind: 'cancelled' });
  const timer = setTimeout(() => end({ kind: 'timeout', seconds }), Math.ceil(seconds * 1000));
  for (const signal of signals) {
    if (signal?.aborted) cancel();
    signal?.addEventListener('abort', cancel);
  }
  return {
    dispose() {
      clearTimeout(timer);
      for (const signal of signals) signal?.removeEventListener('abort', cancel);
    },
  };
}
