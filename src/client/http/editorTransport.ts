import { deliver, ReceivedBytes, type Transport, type TransportRequest, type TransportResponse } from './transport';
import type { Failure } from '../serviceError';

/**
 * Sends through VS Code's `fetch`, which supports PAC files and the system's proxy. It doesn't report how far a request
 * got, so a failed request may have been sent, unless the kind of failure rules that out.
 */
export function editorTransport(maxResponseBytes: number): Transport {
  return {
    send(request) {
      // VS Code's search for a proxy may never end, and ignores the signal.
      const ended = Promise.withResolvers<never>();
      ended.promise.catch(() => undefined);
      const abortion = new AbortController();
      const end = (reason?: Error) => {
        ended.reject(reason);
        abortion.abort(reason);
      };
      let isCalled = false;
      let isAnswered = false;
      const delivered = deliver(request.signal, {
        run: async () => {
          const init = requestInit(request, abortion.signal);
          isCalled = true;
          return Promise.race([
            ended.promise,
            fetchAnswer(request.url, init, maxResponseBytes, () => (isAnswered = true)),
          ]);
        },
        end,
        mayHaveLeft: (failure) => isCalled && !isUnsent(failure),
        hasAnswer: () => isAnswered,
      });
      // Closes the connection if the answer wasn't read to its end.
      return delivered.finally(end);
    },
    close: () => Promise.resolve(),
  };
}

/** True if there was no connection, or its certificate wasn't accepted. Other TLS failures may happen after sending. */
function isUnsent(failure: Failure): boolean {
  if (failure.kind === 'tls') return failure.reason !== 'notTls' && failure.reason !== 'other';
  return failure.kind === 'refused' || failure.kind === 'nameNotFound';
}

/** @throws {TypeError} for headers that can't be sent */
function requestInit({ method, headers, body }: TransportRequest, signal: AbortSignal) {
  const bytes = body === undefined ? undefined : new TextEncoder().encode(body);
  return {
    method,
    headers: new Headers({ ...headers, ...(bytes && { 'Content-Length': String(bytes.byteLength) }) }),
    body: bytes ? unrepeatableBody(bytes) : null,
    duplex: 'half',
    redirect: 'manual',
    credentials: 'omit',
    cache: 'no-store',
    referrerPolicy: 'no-referrer',
    signal,
  } as const;
}

async function fetchAnswer(
  url: URL,
  init: RequestInit,
  limitBytes: number,
  onHeaders: () => void,
): Promise<TransportResponse> {
  try {
    // VS Code replaces the global `fetch`, so the current one is used. A dispatcher in `init` would bypass its proxy.
    const response = await fetch(url.href, init);
    onHeaders();
    const answer = new ReceivedBytes(limitBytes);
    // `fetch` has decoded the body. The bytes on the wire can't be limited here, but the time limit bounds them.
    for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) answer.add(chunk);
    const text = new TextDecoder().decode(answer.bytes);
    return { status: response.status, headers: Object.fromEntries(response.headers), text };
  } catch (error) {
    // `fetch` wraps the real error in a TypeError that says nothing.
    throw error instanceof TypeError && error.cause instanceof Error ? error.cause : error;
  }
}

/** A body that can only be read once, so that `fetch` can't repeat the request by itself, as it does after a 421. */
function unrepeatableBody(bytes: Uint8Array): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(bytes);
      controller.close();
    },
  });
}
