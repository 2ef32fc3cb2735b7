import { setMaxListeners } from 'node:events';
import type * as z from 'zod/mini';
import { directly, proxySecrets, routeOf } from '../network';
import type { ClientOptions, Operation } from '../client';
import { ServiceError } from '../serviceError';
import { Redactor } from '../../base/redactor';
import { acceptedEncodings } from './bodyText';
import { bundledTransport } from './bundledTransport';
import { editorTransport } from './editorTransport';
import { shortestHidden } from '../secrets';
import { readAnswer, type Call } from './readAnswer';
import { read, repeatedRead } from './repeatedRead';
import { serviceErrorOf } from '../makeServiceError';
import { deadline, type TransportResponse } from './transport';

const mebibyte = 1024 * 1024;

/** Makes the calls of a client, whichever API it speaks. */
export type Caller = ReturnType<typeof createCaller>;

/** The answer to a POST, and its status: 201 if something was created. */
interface Posted<T> {
  readonly status: number;
  readonly answer: T;
}

/**
 * @param maxResponse the largest answer that is read, in mebibytes
 * @param onFailure is told each failed call
 */
export function createCaller(options: ClientOptions, maxResponse: number, onFailure: (error: ServiceError) => void) {
  const { baseUrl, sessionKey, timeoutSeconds, network = directly } = options;
  const { redactor = new Redactor() } = options;
  /** Also knows everything that was sent: services and proxies repeat what they reject. */
  const secrets = redactor.forServiceText;
  for (const secret of [sessionKey, ...(network.proxy ? proxySecrets(network.proxy) : [])]) redactor.add(secret);
  const closing = new AbortController();
  // Every call listens until it ends, and any number may be under way.
  setMaxListeners(0, closing.signal);
  const maxBytes = maxResponse * mebibyte;
  const transport = network.httpClient === 'vscode' ? editorTransport(maxBytes) : bundledTransport(network, maxBytes);
  const route = routeOf(network);
  const headers = { Accept: 'application/json', 'Accept-Encoding': acceptedEncodings, 'X-Session-API-Key': sessionKey };

  /** One call of an operation, from its request to the returned record. */
  const run = async <T>(
    call: Call,
    schema: z.ZodMiniType<T>,
    { signal, seconds }: { readonly signal: AbortSignal | undefined; readonly seconds: number },
    send: (signal: AbortSignal) => Promise<TransportResponse>,
  ): Promise<T> => {
    const ending = deadline(seconds, [signal, closing.signal]);
    try {
      const response = await send(ending.signal).finally(() => ending.dispose());
      return readAnswer(response, schema, call, secrets);
    } catch (error) {
      const failed = error instanceof ServiceError ? error : serviceErrorOf(call, error, secrets);
      onFailure(failed);
      throw failed;
    }
  };

  return {
    secrets,

    /** The beginning of what an agent wrote. It may be about the user's words that are secrets elsewhere. */
    hide: (text: string, most: number): string => redactor.withholdLines(text, shortestHidden, most),

    /** Makes a secret of an answer one of the window: the service may repeat it in others. */
    learn(secret: unknown): void {
      if (typeof secret === 'string' && secret.length >= shortestHidden) redactor.add(secret);
    },

    /** @param path below `{base_url}` (interface section 4), or the whole URL */
    callOf(operation: Operation, path: string | URL, query: readonly (readonly [string, string])[] = []): Call {
      const url = new URL(typeof path === 'string' ? baseUrl + path : path);
      const address = url.origin + url.pathname;
      for (const [name, value] of query) url.searchParams.append(name, value);
      return { operation, baseUrl, url, address, route };
    },

    /** Sent at most once. @param atLeastSeconds for an answer that takes long @throws {ServiceError} */
    async post<T>(
      call: Call,
      body: string,
      schema: z.ZodMiniType<T>,
      signal?: AbortSignal,
      atLeastSeconds = 0,
    ): Promise<Posted<T>> {
      let status = 0;
      const sent = { ...headers, 'Content-Type': 'application/json' };
      const seconds = Math.max(timeoutSeconds, atLeastSeconds);
      const answer = await run(call, schema, { signal, seconds }, async (ending) => {
        const response = await transport.send({ method: 'POST', url: call.url, headers: sent, body, signal: ending });
        ({ status } = response);
        return response;
      });
      return { status, answer };
    },

    /** @param repeats whether it's sent again if that's known to help @throws {ServiceError} */
    get<T>(call: Call, schema: z.ZodMiniType<T>, signal?: AbortSignal, repeats = false): Promise<T> {
      // Even if there's a cache in between, the answer has to be current.
      const asking = { method: 'GET', url: call.url, headers: { ...headers, 'Cache-Control': 'no-cache' } } as const;
      return run(call, schema, { signal, seconds: timeoutSeconds }, (ending) => {
        const request = { ...asking, signal: ending };
        return repeats ? repeatedRead(transport, request, timeoutSeconds) : read(transport, request);
      });
    },

    close(): Promise<void> {
      closing.abort();
      return transport.close();
    },
  };
}
