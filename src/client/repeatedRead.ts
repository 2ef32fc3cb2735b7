import { setTimeout as pause } from 'node:timers/promises';
import { retryAfter } from './retryAfter';
import { TransportError, type Transport, type TransportRequest, type TransportResponse } from './transport';

interface RepeatLimits {
  /** Of the read as a whole, its repeats and pauses included. */
  readonly timeoutSeconds: number;
  /** Ends pauses when the client is closed. */
  readonly closing: AbortSignal;
}

/** How often a service may put a read off, and for how long: a person waits for it. */
const puttingOff = { times: 2, longestSeconds: 10 } as const;

/** What is worth another connection, to the service as to a proxy. */
const connecting: readonly string[] = ['refused', 'unreachable', 'connectionLost'];

const secondsBeforeReconnecting = 0.2;

/**
 * A GET that is sent again after a 429 or 503 that says when (RFC 9110, section 10.2.3), and once when there was no
 * connection. A longer wait than we take is the caller's to tell. Nothing that changes anything may be sent with this.
 * @throws {TransportError}
 */
export async function repeatedRead(
  transport: Transport,
  request: TransportRequest & { readonly method: 'GET' },
  { timeoutSeconds, closing }: RepeatLimits,
): Promise<TransportResponse> {
  const deadline = AbortSignal.timeout(Math.ceil(timeoutSeconds * 1000));
  const until = performance.now() + timeoutSeconds * 1000;
  const signal = AbortSignal.any([deadline, closing, ...(request.signal ? [request.signal] : [])]);
  const isInTime = (seconds: number) => performance.now() + seconds * 1000 < until;
  let putOffs = 0;
  let reconnected = false;

  for (;;) {
    let seconds: number;
    try {
      const response = await transport.send({ ...request, signal });
      const wait = [429, 503].includes(response.status) ? retryAfter(response) : undefined;
      if (wait === undefined || wait > puttingOff.longestSeconds || putOffs === puttingOff.times || !isInTime(wait))
        return response;
      putOffs++;
      seconds = wait;
    } catch (error) {
      if (!foundNoConnection(error) || reconnected || !isInTime(secondsBeforeReconnecting)) throw timedOut(error);
      reconnected = true;
      seconds = secondsBeforeReconnecting;
    }
    await pause(seconds * 1000, undefined, { signal }).catch((error: unknown) => {
      throw timedOut(new TransportError({ kind: 'cancelled' }, false, error));
    });
  }

  /** Our own deadline ends what is under way as a person would. */
  function timedOut(error: unknown): unknown {
    const isOurs = deadline.aborted && !closing.aborted && !request.signal?.aborted;
    if (!isOurs || !(error instanceof TransportError) || error.failure.kind !== 'cancelled') return error;
    return new TransportError({ kind: 'timeout', seconds: timeoutSeconds }, error.sent, error);
  }
}

function foundNoConnection(error: unknown): boolean {
  if (!(error instanceof TransportError) || error.sent) return false;
  const { failure } = error;
  return connecting.includes(failure.kind === 'proxy' ? failure.reason : failure.kind);
}
