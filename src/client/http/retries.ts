import { setTimeout as pause } from 'node:timers/promises';
import { TransportError, type Transport, type TransportRequest, type TransportResponse } from './transport';
import type { Failure } from '../serviceError';

/** Limits for repeating a read. They're low because the user waits for it. */
const retryLimits = { count: 2, maxWaitSeconds: 10 } as const;

/** Failures after which connecting again may succeed, to the service or to a proxy. */
const connectionFailures: readonly string[] = ['refused', 'unreachable', 'connectionLost'];

const secondsBeforeReconnecting = 0.2;

type ReadRequest = TransportRequest & { readonly method: 'GET' };

/**
 * Sends a GET, and sends it again on a new connection if its connection is lost before the headers of an answer arrive: a
 * service may close an idle connection just when a request is sent on it. Not for requests that change anything.
 * @throws {TransportError}
 */
export async function read(transport: Transport, request: ReadRequest): Promise<TransportResponse> {
  try {
    return await transport.send(request);
  } catch (error) {
    if (!wasLostUnanswered(error)) throw error;
    return transport.send({ ...request, needsNewConnection: true });
  }
}

function wasLostUnanswered(error: unknown): boolean {
  return error instanceof TransportError && error.failure.kind === 'connectionLost' && error.sent && !error.answered;
}

/**
 * Like {@link read}, but also repeated if there was no connection, and after a 429 or 503 with a `Retry-After` (RFC 9110,
 * section 10.2.3) that is short enough.
 * @param timeoutSeconds after which the request's signal is aborted, repetitions included
 * @throws {TransportError}
 */
export async function readWithRetries(
  transport: Transport,
  request: ReadRequest,
  timeoutSeconds: number,
): Promise<TransportResponse> {
  const { signal } = request;
  const deadline = performance.now() + timeoutSeconds * 1000;
  let retriesLeft: number = retryLimits.count;
  const isWorthwhile = (seconds: number) =>
    retriesLeft > 0 && seconds <= retryLimits.maxWaitSeconds && performance.now() + seconds * 1000 < deadline;
  for (;;) {
    let seconds = secondsBeforeReconnecting;
    try {
      const response = await read(transport, request);
      const wait = [429, 503].includes(response.status) ? retryAfter(response) : undefined;
      if (wait === undefined || !isWorthwhile(wait)) return response;
      seconds = wait;
    } catch (error) {
      if (!hadNoConnection(error) || !isWorthwhile(seconds)) throw error;
    }
    await pause(seconds * 1000, undefined, { signal }).catch((error: unknown) => {
      throw new TransportError(signal.reason as Failure, { sent: false, cause: error });
    });
    retriesLeft--;
  }
}

function hadNoConnection(error: unknown): boolean {
  if (!(error instanceof TransportError) || error.sent) return false;
  const { failure } = error;
  return connectionFailures.includes(failure.kind === 'proxy' ? failure.reason : failure.kind);
}

/** Seconds to wait, from a number of seconds or a date (RFC 9110, section 10.2.3). The first of several values counts. */
export function retryAfter({ headers }: Pick<TransportResponse, 'headers'>): number | undefined {
  const value = String(headers['retry-after'] ?? '').trim();
  const seconds = /^\d{1,9}(?=\s*(?:,|$))/.exec(value);
  if (seconds) return Number(seconds[0]);
  // Date.parse accepts many texts that aren't dates of HTTP, which end in GMT.
  const until = / GMT$/i.test(value) ? Date.parse(value) : NaN;
  // By the service's clock, since the one of this machine may be wrong.
  const now = Date.parse(String(headers['date'])) || Date.now();
  return Number.isNaN(until) ? undefined : Math.max(0, Math.ceil((until - now) / 1000));
}
