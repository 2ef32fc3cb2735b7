import { deliver, ReceivedBytes, type Transport, type TransportRequest, type TransportResponse } from './transport';
import type { Failure } from '../serviceError';

/**
 * Sends through the editor's own `fetch`, which supports PAC files and the system's proxy. Its connections aren't ours,
 * and it doesn't say how far a request got: one that failed may have left, unless the failure itself rules that out.
 */
export function editorTransport(maxResponseBytes: number): Transport {
  return {
    send(request) {
      // A proxy lookup may take long or never end, and doesn't look at the signal.
      const ended = Promise.withResolvers<never>();
      ended.promise.catch(() => undefined);
      const ending = new AbortController();
      const end = (reason?: Error) => {
        ended.reject(reason);
        ending.abort(reason);
      };
      let isCalled = false;
      let isAnswered = false;
      const delivered = deliver(request.signal, {
        run: async () => {
          const init = initOf(request, ending.signal);
          isCalled = true;
          return Promise.race([
            ended.promise,
            received(request.url, init, maxResponseBytes, () => (isAnswered = true)),
          ]);
        },
        end,
        mayHaveLeft: (failure) => isCalled && !isUnsent(failure),
        hasAnswer: () => isAnswered,
      });
      // Closes the connection of an answer that wasn't read, or not all of it.
      return delivered.finally(end);
    },
    close: () => Promise.resolve(),
  };
}

/** There was no connection, or none that may be used. Other failures of TLS may come when much was sent. */
function isUnsent(failure: Failure): boolean {
  return ['refused', 'nameNotFound'].includes(failure.kind) || (failure.kind === 'tls' && failure.reason !== 'other');
}

/** @throws {TypeError} for headers that can't be sent */
function initOf({ method, headers, body }: TransportRequest, signal: AbortSignal) {
  const bytes = body === undefined ? undefined : new TextEncoder().encode(body);
  return {
    method,
    headers: new Headers({ ...headers, ...(bytes && { 'Content-Length': String(bytes.byteLength) }) }),
    body: bytes ? readableOnce(bytes) : null,
    duplex: 'half',
    redirect: 'manual',
    credentials: 'omit',
    cache: 'no-store',
    referrerPolicy: 'no-referrer',
    signal,
  } as const;
}

async function received(
  url: URL,
  init: RequestInit,
  limitBytes: number,
  onHeaders: () => void,
): Promise<TransportResponse> {
  try {
    // The current global: VS Code replaces it with its own. A dispatcher in `init` would switch off its proxy lookup.
    const response = await fetch(url.href, init);
    onHeaders();
    const answer = new ReceivedBytes(limitBytes);
    // Without content codings. The size on the wire isn't visible here; it's less, or bound by the deadline.
    for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) answer.add(chunk);
    const text = new TextDecoder().decode(answer.bytes);
    return { status: response.status, headers: Object.fromEntries(response.headers), text };
  } catch (error) {
    // Wrapped in an error that says nothing.
    throw error instanceof TypeError && error.cause instanceof Error ? error.cause : error;
  }
}

/** A body that can't be sent again: after a 421, `fetch` would by itself. */
function readableOnce(bytes: Uint8Array): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(bytes);
      controller.close();
    },
  });
}
