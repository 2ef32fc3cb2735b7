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

/** Sends a client's HTTP requests and reads the answers, for all APIs. */
export type Caller = ReturnType<typeof createCaller>;

/** The answer to a POST, and its status: 201 if something was created. */
interface Posted<T> {
  readonly status: number;
  readonly answer: T;
}

/** The answer to a GET, and when it was given. */
interface Dated<T> {
  readonly answer: T;
  /** In milliseconds since 1970, by the service's clock, cut to a second. `NaN` if the service doesn't say. */
  readonly date: number;
}

/**
 * @param maxResponse size of the largest answer that is read, in mebibytes
 * @param onFailure called with the error of each failed call
 */
export function createCaller(options: ClientOptions, maxResponse: number, onFailure: (error: ServiceError) => void) {
  const { baseUrl, sessionKey, timeoutSeconds, network = directly } = options;
  const { redactor = new Redactor() } = options;
  // Also removes what was sent from what is received: services and proxies repeat what they reject.
  const secrets = redactor.forServiceText;
  for (const secret of [sessionKey, ...(network.proxy ? proxySecrets(network.proxy) : [])]) redactor.add(secret);
  const closing = new AbortController();
  // Each pending call is a listener, and Node warns about more than ten.
  setMaxListeners(0, closing.signal);
  const maxBytes = maxResponse * mebibyte;
  const transport = network.httpClient === 'vscode' ? editorTransport(maxBytes) : bundledTransport(network, maxBytes);
  const route = routeOf(network);
  const headers = { Accept: 'application/json', 'Accept-Encoding': acceptedEncodings, 'X-Session-API-Key': sessionKey };

  /** Sends the request of a call and reads its answer, both within the time limit. */
  const run = async <T>(
    call: Call,
    schema: z.ZodMiniType<T>,
    { signal, seconds }: { readonly signal: AbortSignal | undefined; readonly seconds: number },
    send: (signal: AbortSignal) => Promise<TransportResponse>,
  ): Promise<T> => {
    const timeLimit = deadline(seconds, [signal, closing.signal]);
    try {
      const response = await send(timeLimit.signal).finally(() => timeLimit.dispose());
      return readAnswer(response, schema, call, secrets);
    } catch (error) {
      const failed = error instanceof ServiceError ? error : serviceErrorOf(call, error, secrets);
      onFailure(failed);
      throw failed;
    }
  };

  const getDated = async <T>(
    call: Call,
    schema: z.ZodMiniType<T>,
    signal?: AbortSignal,
    retries = false,
  ): Promise<Dated<T>> => {
    let date = NaN;
    const request = {
      method: 'GET',
      url: call.url,
      // A cache on the way must not answer with an old state.
      headers: { ...headers, 'Cache-Control': 'no-cache' },
    } as const;
    const answer = await run(call, schema, { signal, seconds: timeoutSeconds }, async (limited) => {
      const limitedRequest = { ...request, signal: limited };
      const sending = retries
        ? repeatedRead(transport, limitedRequest, timeoutSeconds)
        : read(transport, limitedRequest);
      const response = await sending;
      date = Date.parse(String(response.headers['date']));
      return response;
    });
    return { answer, date };
  };

  return {
    secrets,

    /**
     * At most `maxLength` characters of a text that an agent wrote, without the lines that repeat a secret. Shorter
     * secrets than {@link shortestHidden} stay: they may be everyday words, which the agent may well use.
     */
    withholdLines: (text: string, maxLength: number): string => redactor.withholdLines(text, shortestHidden, maxLength),

    /** Remembers a secret that an answer contained (a sandbox's key), since other answers may repeat it. */
    addSecret(secret: unknown): void {
      if (typeof secret === 'string' && secret.length >= shortestHidden) redactor.add(secret);
    },

    /** @param path below `{base_url}` (interface section 4), or the whole URL */
    callOf(operation: Operation, path: string | URL, query: readonly (readonly [string, string])[] = []): Call {
      const url = new URL(typeof path === 'string' ? baseUrl + path : path);
      const address = url.origin + url.pathname;
      for (const [name, value] of query) url.searchParams.append(name, value);
      return { operation, baseUrl, url, address, route };
    },

    /**
     * Sent at most once.
     * @param minTimeoutSeconds time limit of an operation that takes long, even if the user's setting is shorter
     * @throws {ServiceError}
     */
    async post<T>(
      call: Call,
      body: string,
      schema: z.ZodMiniType<T>,
      signal?: AbortSignal,
      minTimeoutSeconds = 0,
    ): Promise<Posted<T>> {
      let status = 0;
      const request = {
        method: 'POST',
        url: call.url,
        headers: { ...headers, 'Content-Type': 'application/json' },
        body,
      } as const;
      const seconds = Math.max(timeoutSeconds, minTimeoutSeconds);
      const answer = await run(call, schema, { signal, seconds }, async (limited) => {
        const response = await transport.send({ ...request, signal: limited });
        ({ status } = response);
        return response;
      });
      return { status, answer };
    },

    /**
     * @param retries whether it's sent again after a temporary failure, see {@link repeatedRead}
     * @throws {ServiceError}
     */
    getDated,

    /** As {@link getDated}, for answers that don't change with time. */
    async get<T>(call: Call, schema: z.ZodMiniType<T>, signal?: AbortSignal, retries = false): Promise<T> {
      const { answer } = await getDated(call, schema, signal, retries);
      return answer;
    },

    close(): Promise<void> {
      closing.abort();
      return transport.close();
    },
  };
}
