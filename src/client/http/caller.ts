import { setMaxListeners } from 'node:events';
import type * as z from 'zod/mini';
import { directly, routeOf } from '../network';
import type { ClientOptions } from '../client';
import type { Operation } from '../serviceError';
import { Redactor } from '../../base/redactor';
import { acceptedEncodings } from './bodyText';
import { bundledTransport } from './bundledTransport';
import { editorTransport } from './editorTransport';
import { secretsIn } from '../secrets';
import { readAnswer, type Call } from './readAnswer';
import { repeatedRead } from './repeatedRead';
import { serviceErrorOf } from '../serviceErrors';
import { deadline, type TransportResponse } from './transport';

const mebibyte = 1024 * 1024;

/** Makes the calls of a client, whichever API it speaks. */
export interface Caller {
  /** Knows the secrets of the window, and everything that was sent and may be repeated. */
  readonly told: Redactor;
  /** @param path below `{base_url}` (interface section 4), or the whole URL */
  callOf(operation: Operation, path: string | URL): Call;
  /** Secrets that no answer may show, whatever was sent. Built for each call, because `told` grows. */
  secrets(): Redactor;
  /** Sent at most once. @param atLeastSeconds for an answer that takes long @throws {ServiceError} */
  post<T>(
    call: Call,
    body: string,
    schema: z.ZodMiniType<T>,
    signal?: AbortSignal,
    atLeastSeconds?: number,
  ): Promise<T>;
  /** @param repeats whether it's sent again if that's known to help @throws {ServiceError} */
  get<T>(call: Call, schema: z.ZodMiniType<T>, signal?: AbortSignal, repeats?: boolean): Promise<T>;
  close(): Promise<void>;
}

/** @param maxResponse the largest answer that is read, in mebibytes */
export function createCaller(options: ClientOptions, maxResponse: number): Caller {
  const { baseUrl, sessionKey, timeoutSeconds, network = directly } = options;
  const { told } = options.redactor ?? new Redactor();
  const closing = new AbortController();
  // Every call listens until it ends, and any number may be under way.
  setMaxListeners(0, closing.signal);
  const maxBytes = maxResponse * mebibyte;
  const transport = network.httpClient === 'vscode' ? editorTransport(maxBytes) : bundledTransport(network, maxBytes);
  const route = routeOf(network);
  const headers = { Accept: 'application/json', 'Accept-Encoding': acceptedEncodings, 'X-Session-API-Key': sessionKey };
  const secrets = () => secretsIn({ sessionKey, proxy: network.proxy, beside: told });

  /** One call of an operation, from its request to the returned record. */
  const run = async <T>(
    call: Call,
    schema: z.ZodMiniType<T>,
    { signal, seconds = timeoutSeconds }: { signal: AbortSignal | undefined; seconds?: number },
    send: (signal: AbortSignal) => Promise<TransportResponse>,
  ): Promise<T> => {
    const redactor = secrets();
    const ending = deadline(seconds, [signal, closing.signal]);
    const response = await send(ending.signal)
      .catch((error: unknown) => {
        throw serviceErrorOf(call, error, redactor);
      })
      .finally(() => ending.dispose());
    return readAnswer(response, schema, call, redactor);
  };

  return {
    told,
    secrets,
    callOf(operation, path) {
      const url = typeof path === 'string' ? new URL(baseUrl + path) : path;
      return { operation, baseUrl, url, address: url.origin + url.pathname, route };
    },
    post(call, body, schema, signal, atLeastSeconds = 0) {
      const { url } = call;
      const sent = { ...headers, 'Content-Type': 'application/json' };
      return run(call, schema, { signal, seconds: Math.max(timeoutSeconds, atLeastSeconds) }, (ending) =>
        transport.send({ method: 'POST', url, headers: sent, body, signal: ending }),
      );
    },
    get(call, schema, signal, repeats = false) {
      // What is current is requested even if there's a cache in between.
      const asking = { method: 'GET', url: call.url, headers: { ...headers, 'Cache-Control': 'no-cache' } } as const;
      return run(call, schema, { signal }, (ending) => {
        const request = { ...asking, signal: ending };
        return repeats ? repeatedRead(transport, request, timeoutSeconds) : transport.send(request);
      });
    },
    close() {
      closing.abort();
      return transport.close();
    },
  };
}
