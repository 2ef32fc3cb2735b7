import { setTimeout as pause } from 'node:timers/promises';
import { TransportError, type Transport, type TransportRequest, type TransportResponse } from './transport';
import type { Failure } from '../serviceError';

/** Limits for sending a read again, by count and by the wait before: the user waits for it. */
const again = { times: 2, longestSeconds: 10 } as const;

/** Failures after which another connection is worth a try, to the service as to a proxy. */
const connecting: readonly string[] = ['refused', 'unreachable', 'connectionLost'];

const secondsBeforeReconnecting = 0.2;

type ReadRequest = TransportRequest & { readonly method: 'GET' };

/**
 * A GET that is sent a second time, on a new connection, if its connection was lost before the headers of an answer came:
 * a service may close a kept connection just when the request leaves on it. Requests that change anything must not be
 * sent with this.
 * @throws {TransportError}
 */
export async function read(transport: Transport, request: ReadRequest): Promise<TransportResponse> {
  try {
    return await transport.send(request);
  } catch (error) {
    if (!lostUnanswered(error)) throw error;
    return transport.send({ ...request, needsNewConnection: true });
  }
}

function lostUnanswered(error: unknown): boolean {
  return error instanceof TransportError && error.failure.kind === 'connectionLost' && error.sent && !error.answered;
}

/**
 * A {@link read} that is sent again after a 429 or 503 that says when (RFC 9110, section 10.2.3), and if there was no
 * connection. A longer wait is left to the caller to report.
 * @param timeoutSeconds of the whole read: the request's signal is aborted after them
 * @throws {TransportError}
 */
export async function repeatedRead(
  transport: Transport,
  request: ReadRequest,
  timeoutSeconds: number,
): Promise<TransportResponse> {
  const { signal } = request;
  const until = performance.now() + timeoutSeconds * 1000;
  let left: number = again.times;
  const isWorthwhile = (seconds: number) =>
    left > 0 && seconds <= again.longestSeconds && performance.now() + seconds * 1000 < until;
  for (;;) {
    let seconds = secondsBeforeReconnecting;
    try {
      const response = await read(transport, request);
      const wait = [429, 503].includes(response.status) ? retryAfter(response) : undefined;
      if (wait === undefined || !isWorthwhile(wait)) return response;
      seconds = wait;
    } catch (error) {
      if (!foundNoConnection(error) || !isWorthwhile(seconds)) throw error;
    }
    await pause(seconds * 1000, undefined, { signal }).catch((error: unknown) => {
      throw new TransportError(signal.reason as Failure, false, error);
    });
    left--;
  }
}

function foundNoConnection(error: unknown): boolean {
  if (!(error instanceof TransportError) || error.sent) return false;
  const { failure } = error;
  return connecting.includes(failure.kind === 'proxy' ? failure.reason : failure.kind);
}

/** Seconds to wait, from a number of seconds or a date (RFC 9110, section 10.2.3). Of several, the first counts. */
export function retryAfter({ headers }: Pick<TransportResponse, 'headers'>): number | undefined {
  const value = String(headers['retry-after'] ?? '').trim();
  const seconds = /^\d{1,9}(?=\s*(?:,|$))/.exec(value);
  if (seconds) return Number(seconds[0]);
  // Date.parse accepts much that isn't a date.
  const until = / GMT$/i.test(value) ? Date.parse(value) : NaN;
  return Number.isNaN(until) ? undefined : Math.max(0, Math.ceil((until - Date.now()) / 1000));
}
