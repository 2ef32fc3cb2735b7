import { setMaxListeners } from 'node:events';
import type * as z from 'zod/mini';
import { directConnection, proxySecrets, routeOf, type Route } from '../network';
import type { ClientOptions, Operation } from '../client';
import { ServiceError, type Call } from '../serviceError';
import { Redactor } from '../../base/redactor';
import { acceptedEncodings, bundledTransport } from './bundledTransport';
import { editorTransport } from './editorTransport';
import { minSecretLength } from '../secrets';
import { readAnswer } from './readAnswer';
import { read, readWithRetries } from './retries';
import { serviceErrorOf } from '../makeServiceError';
import { deadline, type Transport, type TransportResponse } from './transport';

const mebibyte = 1024 * 1024;

interface PostOptions {
  readonly signal: AbortSignal | undefined;
  /** Time limit of an operation that takes long, even if the user's setting is shorter. */
  readonly minTimeoutSeconds?: number;
}

/** The answer to a POST, with its status: 201 if something was created. */
interface Posted<T> {
  readonly status: number;
  readonly answer: T;
}

interface Dated<T> {
  readonly answer: T;
  /** By the service's clock, in milliseconds since 1970, rounded down to a second. `NaN` if the service doesn't tell. */
  readonly date: number;
}

/** Sends a client's HTTP requests and reads the answers, for all APIs. */
export class Caller {
  readonly #baseUrl: string;
  readonly #timeoutSeconds: number;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #route: Route;
  readonly #transport: Transport;
  readonly #windowRedactor: Redactor;
  readonly #closing = new AbortController();

  /**
   * Removes secrets from the texts of services and proxies. It also knows the texts that were sent, because services repeat
   * what they reject.
   */
  readonly redactor: Redactor;

  /** @param maxResponseMebibytes size of the largest answer that is read */
  constructor(options: ClientOptions, maxResponseMebibytes: number) {
    const { baseUrl, sessionKey, timeoutSeconds, network = directConnection, redactor = new Redactor() } = options;
    this.#baseUrl = baseUrl;
    this.#timeoutSeconds = timeoutSeconds;
    this.#headers = {
      Accept: 'application/json',
      'Accept-Encoding': acceptedEncodings,
      'X-Session-API-Key': sessionKey,
    };
    this.#route = routeOf(network);
    const maxBytes = maxResponseMebibytes * mebibyte;
    this.#transport = network.httpClient === 'vscode' ? editorTransport(maxBytes) : bundledTransport(network, maxBytes);
    this.#windowRedactor = redactor;
    this.redactor = redactor.forServiceText;
    for (const secret of [sessionKey, ...(network.proxy ? proxySecrets(network.proxy) : [])]) redactor.add(secret);
    // Each pending call is a listener, and Node warns about more than ten.
    setMaxListeners(0, this.#closing.signal);
  }

  /**
   * At most `maxLength` characters of a text that an agent wrote, without the lines that contain a known secret. Secrets
   * shorter than {@link minSecretLength} stay: the agent may use the same words by chance.
   */
  readonly withholdLines = (text: string, maxLength: number): string =>
    this.#windowRedactor.withholdLines(text, minSecretLength, maxLength);

  /** Remembers a secret from an answer, such as a sandbox's key, because other answers may repeat it. */
  addSecret(secret: unknown): void {
    if (typeof secret === 'string' && secret.length >= minSecretLength) this.#windowRedactor.add(secret);
  }

  /** @param path below `{base_url}` (interface section 4), or the whole URL */
  newCall(operation: Operation, path: string | URL, query: readonly (readonly [string, string])[] = []): Call {
    const url = new URL(typeof path === 'string' ? this.#baseUrl + path : path);
    const address = url.origin + url.pathname;
    for (const [name, value] of query) url.searchParams.append(name, value);
    return { operation, baseUrl: this.#baseUrl, url, address, route: this.#route };
  }

  /**
   * Sent at most once.
   * @throws {ServiceError}
   */
  async post<T>(
    call: Call,
    body: string,
    schema: z.ZodMiniType<T>,
    { signal, minTimeoutSeconds = 0 }: PostOptions,
  ): Promise<Posted<T>> {
    const request = {
      method: 'POST',
      url: call.url,
      headers: { ...this.#headers, 'Content-Type': 'application/json' },
      body,
    } as const;
    const seconds = Math.max(this.#timeoutSeconds, minTimeoutSeconds);
    const { response, answer } = await this.#run(call, schema, { signal, seconds }, (limited) =>
      this.#transport.send({ ...request, signal: limited }),
    );
    return { status: response.status, answer };
  }

  /**
   * @param retries true to repeat it after a temporary failure, see {@link readWithRetries}
   * @throws {ServiceError}
   */
  async get<T>(call: Call, schema: z.ZodMiniType<T>, signal: AbortSignal | undefined, retries = false): Promise<T> {
    const { answer } = await this.getDated(call, schema, signal, retries);
    return answer;
  }

  async getDated<T>(
    call: Call,
    schema: z.ZodMiniType<T>,
    signal: AbortSignal | undefined,
    retries = false,
  ): Promise<Dated<T>> {
    const request = {
      method: 'GET',
      url: call.url,
      // A cache on the way must not answer with an old state.
      headers: { ...this.#headers, 'Cache-Control': 'no-cache' },
    } as const;
    const seconds = this.#timeoutSeconds;
    const { response, answer } = await this.#run(call, schema, { signal, seconds }, (limited) => {
      const limitedRequest = { ...request, signal: limited };
      return retries
        ? readWithRetries(this.#transport, limitedRequest, seconds)
        : read(this.#transport, limitedRequest);
    });
    return { answer, date: Date.parse(String(response.headers['date'])) };
  }

  close(): Promise<void> {
    this.#closing.abort();
    return this.#transport.close();
  }

  async #run<T>(
    call: Call,
    schema: z.ZodMiniType<T>,
    { signal, seconds }: { readonly signal: AbortSignal | undefined; readonly seconds: number },
    send: (signal: AbortSignal) => Promise<TransportResponse>,
  ): Promise<{ readonly response: TransportResponse; readonly answer: T }> {
    const timeLimit = deadline(seconds, [signal, this.#closing.signal]);
    try {
      const response = await send(timeLimit.signal).finally(() => timeLimit.dispose());
      return { response, answer: readAnswer(response, schema, call, this.redactor) };
    } catch (error) {
      throw error instanceof ServiceError ? error : serviceErrorOf(call, error, this.redactor);
    }
  }
}
