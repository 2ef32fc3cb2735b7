import { setMaxListeners } from 'node:events';
import type * as z from 'zod/mini';
import { directConnection, proxySecrets, routeOf, type Route } from '../network';
import type { ClientOptions, Operation } from '../client';
import { ServiceError } from '../serviceError';
import { Redactor } from '../../base/redactor';
import { acceptedEncodings } from './bodyText';
import { bundledTransport } from './bundledTransport';
import { editorTransport } from './editorTransport';
import { minSecretLength } from '../secrets';
import { readAnswer, type Call } from './readAnswer';
import { read, readWithRetries } from './repeatedRead';
import { serviceErrorOf } from '../makeServiceError';
import { deadline, type Transport, type TransportResponse } from './transport';

const mebibyte = 1024 * 1024;

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
  readonly #redactor: Redactor;
  readonly #closing = new AbortController();
  readonly #onFailure: (error: ServiceError) => void;

  /**
   * Removes secrets from the texts of services and proxies. It also knows the texts that were sent, because services repeat
   * what they reject.
   */
  readonly secrets: Redactor;

  /**
   * @param maxResponse size of the largest answer that is read, in mebibytes
   * @param onFailure called with the error of each failed call
   */
  constructor(options: ClientOptions, maxResponse: number, onFailure: (error: ServiceError) => void) {
    const { baseUrl, sessionKey, timeoutSeconds, network = directConnection, redactor = new Redactor() } = options;
    this.#baseUrl = baseUrl;
    this.#timeoutSeconds = timeoutSeconds;
    this.#headers = {
      Accept: 'application/json',
      'Accept-Encoding': acceptedEncodings,
      'X-Session-API-Key': sessionKey,
    };
    this.#route = routeOf(network);
    const maxBytes = maxResponse * mebibyte;
    this.#transport = network.httpClient === 'vscode' ? editorTransport(maxBytes) : bundledTransport(network, maxBytes);
    this.#redactor = redactor;
    this.secrets = redactor.forServiceText;
    for (const secret of [sessionKey, ...(network.proxy ? proxySecrets(network.proxy) : [])]) redactor.add(secret);
    // Each pending call is a listener, and Node warns about more than ten.
    setMaxListeners(0, this.#closing.signal);
    this.#onFailure = onFailure;
  }

  /**
   * At most `maxLength` characters of a text that an agent wrote, without the lines that contain a known secret. Secrets
   * shorter than {@link minSecretLength} stay: the agent may use the same words by chance.
   */
  readonly withholdLines = (text: string, maxLength: number): string =>
    this.#redactor.withholdLines(text, minSecretLength, maxLength);

  /** Remembers a secret from an answer, such as a sandbox's key, because other answers may repeat it. */
  addSecret(secret: unknown): void {
    if (typeof secret === 'string' && secret.length >= minSecretLength) this.#redactor.add(secret);
  }

  /** @param path below `{base_url}` (interface section 4), or the whole URL */
  callOf(operation: Operation, path: string | URL, query: readonly (readonly [string, string])[] = []): Call {
    const url = new URL(typeof path === 'string' ? this.#baseUrl + path : path);
    const address = url.origin + url.pathname;
    for (const [name, value] of query) url.searchParams.append(name, value);
    return { operation, baseUrl: this.#baseUrl, url, address, route: this.#route };
  }

  /**
   * Sent at most once.
   * @param minTimeoutSeconds time limit of an operation that takes long, even if the user's setting is shorter
   * @throws {ServiceError}
   */
  async post<T>(
    call: Call,
    body: string,
    schema: z.ZodMiniType<T>,
    signal: AbortSignal | undefined,
    minTimeoutSeconds = 0,
  ): Promise<Posted<T>> {
    let status = 0;
    const request = {
      method: 'POST',
      url: call.url,
      headers: { ...this.#headers, 'Content-Type': 'application/json' },
      body,
    } as const;
    const seconds = Math.max(this.#timeoutSeconds, minTimeoutSeconds);
    const answer = await this.#run(call, schema, { signal, seconds }, async (limited) => {
      const response = await this.#transport.send({ ...request, signal: limited });
      ({ status } = response);
      return response;
    });
    return { status, answer };
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
    let date = NaN;
    const request = {
      method: 'GET',
      url: call.url,
      // A cache on the way must not answer with an old state.
      headers: { ...this.#headers, 'Cache-Control': 'no-cache' },
    } as const;
    const seconds = this.#timeoutSeconds;
    const answer = await this.#run(call, schema, { signal, seconds }, async (limited) => {
      const limitedRequest = { ...request, signal: limited };
      const response = await (retries
        ? readWithRetries(this.#transport, limitedRequest, seconds)
        : read(this.#transport, limitedRequest));
      date = Date.parse(String(response.headers['date']));
      return response;
    });
    return { answer, date };
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
  ): Promise<T> {
    const timeLimit = deadline(seconds, [signal, this.#closing.signal]);
    try {
      const response = await send(timeLimit.signal).finally(() => timeLimit.dispose());
      return readAnswer(response, schema, call, this.secrets);
    } catch (error) {
      const failed = error instanceof ServiceError ? error : serviceErrorOf(call, error, this.secrets);
      this.#onFailure(failed);
      throw failed;
    }
  }
}
