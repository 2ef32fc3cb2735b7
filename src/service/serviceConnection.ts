import type { Client, ClientOptions, ProbeOptions } from '../client/client';
import type { ServiceApi } from '../client/apis/serviceApi';
import { apiNames, apis, interfaceApi, type ApiName } from '../client/apis/registry';
import type { HttpClient, NetworkOptions } from '../client/network';
import { mayHaveStarted, ServiceError } from '../client/serviceError';
import {
  parseServiceUrl,
  type ServiceAddress,
  type ServiceUrlRefusal,
  type ServiceUrlResult,
} from '../client/serviceUrl';
import type { ServiceMemory } from './serviceMemory';
import { UnverifiedCertificateError } from './sessionKey';
import { isOtherApi, settingsFailureOf } from './settingsState';

export interface ReadyConnection {
  readonly kind: 'ready';
  readonly address: ServiceAddress;
  readonly client: Client;
  readonly api: ServiceApi;
  readonly timeoutSeconds: number;
}

export type Connection =
  | ReadyConnection
  /** `unverified`: the certificate isn't verified, so the key could be stolen, and the user hasn't agreed to that. */
  | { readonly kind: 'noKey' | 'unverified'; readonly address: ServiceAddress }
  | { readonly kind: 'badAddress'; readonly reason: ServiceUrlRefusal };

/** The proxy, certificates and HTTP client for requests to a URL, according to the current settings. */
export type NetworkFor = (baseUrl: string, httpClient: HttpClient) => Promise<NetworkOptions>;

export interface ConnectionParts {
  readonly configuration: {
    readonly serviceUrl: ServiceUrlResult;
    readonly requestTimeoutSeconds: number;
    readonly httpClient: HttpClient;
  };
  readonly keys: { get(origin: string): Promise<string | undefined> };
  readonly openClient: (options: ClientOptions) => Promise<Client>;
  readonly networkFor: NetworkFor;
  /** Opens a connection and sends no request. */
  readonly probe: (options: ProbeOptions, signal?: AbortSignal) => Promise<void>;
  readonly memory: Pick<ServiceMemory, 'apiOf' | 'setApi' | 'isAgreed' | 'agree' | 'remember' | 'isForgotten'>;
}

type CallOptions = Required<Omit<ClientOptions, 'redactor'>>;

export type ServiceAccess = Omit<ServiceConnection, 'dispose'>;

/** The connection to the service in the settings, with the key that belongs to it. */
export class ServiceConnection {
  readonly #parts: ConnectionParts;
  /** One client per service, which is used until key, network or time limit change (`fingerprint`). */
  readonly #clients = new Map<string, { readonly fingerprint: string; readonly client: Promise<Client> }>();
  /** All clients, including replaced ones, which may still have calls under way. */
  readonly #opened = new Set<Client>();

  constructor(parts: ConnectionParts) {
    this.#parts = parts;
  }

  /**
   * Prepares a connection. Sends nothing, and asks the user nothing: the result says what is missing.
   * @param baseUrl another service than the one in the settings, such as that of a past conversation
   */
  async connect(baseUrl?: string): Promise<Connection> {
    const parsed = this.#addressOf(baseUrl);
    if (!parsed.ok) return { kind: 'badAddress', reason: parsed.reason };
    const { address } = parsed;
    const sessionKey = await this.#parts.keys.get(address.origin);
    if (sessionKey === undefined) return { kind: 'noKey', address };
    const options = await this.#optionsFor(address, sessionKey);
    if (this.#mustNotSendKey(address, options.network)) return { kind: 'unverified', address };
    const { api, timeoutSeconds } = options;
    return { kind: 'ready', address, client: await this.#clientFor(options), api: apis[api], timeoutSeconds };
  }

  /**
   * The API that a service is known to have, or else the interface's. Sends nothing.
   * @param baseUrl another service than the one in the settings
   */
  async api(baseUrl?: string): Promise<ServiceApi> {
    const parsed = this.#addressOf(baseUrl);
    return apis[parsed.ok ? await this.#parts.memory.apiOf(parsed.address) : interfaceApi];
  }

  /**
   * Tries a key that isn't stored yet, by reading the settings. Also finds out which API the service has.
   * @throws {ServiceError}
   * @throws {UnverifiedCertificateError} if nothing was sent
   */
  tryKey(address: ServiceAddress, sessionKey: string, signal?: AbortSignal): Promise<void> {
    return this.#findApi(apiNames, address, sessionKey, signal);
  }

  /**
   * Finds out which API a service has after it stopped answering with the API that it was known to have.
   * @throws {ServiceError}
   * @throws {UnverifiedCertificateError} if nothing was sent
   */
  async findOtherApi(address: ServiceAddress, signal?: AbortSignal): Promise<void> {
    const { keys, memory } = this.#parts;
    const sessionKey = await keys.get(address.origin);
    const api = await memory.apiOf(address);
    const others = apiNames.filter((other) => other !== api);
    if (sessionKey !== undefined) await this.#findApi(others, address, sessionKey, signal);
  }

  /**
   * Checks if there's a service at a URL, by reading the settings with the key that is stored for its origin. Without a
   * key, only opens a connection.
   * @throws {ServiceError}
   */
  async tryAddress(address: ServiceAddress, signal?: AbortSignal): Promise<void> {
    const { configuration, keys, probe } = this.#parts;
    const network = await this.#networkTo(address);
    const sessionKey = this.#mustNotSendKey(address, network) ? undefined : await keys.get(address.origin);
    if (sessionKey !== undefined) return this.tryKey(address, sessionKey, signal);
    return probe({ baseUrl: address.baseUrl, timeoutSeconds: configuration.requestTimeoutSeconds, network }, signal);
  }

  /** True if the certificate of an https service on another machine isn't verified, whether or not the user agreed. */
  async isUnverified(address: ServiceAddress): Promise<boolean> {
    return isUnverified(address, await this.#networkTo(address));
  }

  async agreeToUnverified({ origin }: ServiceAddress): Promise<void> {
    await this.#parts.memory.agree(origin);
  }

  /** Lists a service, also one that was forgotten: where its key is saved, the user can switch to it or forget it. */
  async remember(address: ServiceAddress): Promise<void> {
    await this.#parts.memory.remember(address);
  }

  isForgotten(address: ServiceAddress): boolean {
    return this.#parts.memory.isForgotten(address);
  }

  async dispose(): Promise<void> {
    await Promise.allSettled([...this.#opened].map((client) => client.close()));
  }

  /**
   * Finds out which API a service has, by reading its settings with each. If it has several, the first one is used. Tries
   * the next one only after an error that means "not this API". If none fits, the first error is thrown.
   */
  async #findApi(
    candidates: readonly ApiName[],
    address: ServiceAddress,
    sessionKey: string,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const { memory } = this.#parts;
    const options = await this.#optionsFor(address, sessionKey);
    if (this.#mustNotSendKey(address, options.network)) throw new UnverifiedCertificateError(address);
    let firstError: Error | undefined;
    let left = candidates;
    for (;;) {
      const [api, ...others] = left;
      if (api === undefined) break;
      try {
        await this.#readSettings({ ...options, api }, signal);
        await memory.setApi(address, api);
        return;
      } catch (error) {
        const failure = settingsFailureOf(error);
        if (failure === 'noSettings') await memory.setApi(address, api);
        if (failure !== 'wrongService') throw error;
        firstError ??= error as Error;
        // If another API answered at this path, the right one has the same path; otherwise, it has a different path.
        const { path } = apis[api].settings;
        const isSamePath = isOtherApi(error);
        left = others.filter((other) => (apis[other].settings.path === path) === isSamePath);
      }
    }
    if (firstError) throw firstError;
  }

  async #readSettings(options: CallOptions, signal: AbortSignal | undefined): Promise<void> {
    const client = await this.#parts.openClient(options);
    try {
      await client.loadSettings(signal);
    } finally {
      await client.close();
    }
  }

  #addressOf(baseUrl: string | undefined): ServiceUrlResult {
    return baseUrl === undefined ? this.#parts.configuration.serviceUrl : parseServiceUrl(baseUrl);
  }

  #clientFor(options: CallOptions): Promise<Client> {
    const { baseUrl } = options;
    const fingerprint = JSON.stringify(options);
    const known = this.#clients.get(baseUrl);
    if (known?.fingerprint === fingerprint) return known.client;
    const client = this.#parts.openClient(options);
    this.#clients.set(baseUrl, { fingerprint, client });
    client.then(
      (opened) => this.#opened.add(opened),
      () => this.#clients.delete(baseUrl),
    );
    return client;
  }

  #mustNotSendKey(address: ServiceAddress, network: NetworkOptions): boolean {
    return isUnverified(address, network) && !this.#parts.memory.isAgreed(address.origin);
  }

  #networkTo({ baseUrl }: ServiceAddress): Promise<NetworkOptions> {
    const { configuration, networkFor } = this.#parts;
    return networkFor(baseUrl, configuration.httpClient);
  }

  async #optionsFor(address: ServiceAddress, sessionKey: string): Promise<CallOptions> {
    const { configuration, memory } = this.#parts;
    const { requestTimeoutSeconds: timeoutSeconds } = configuration;
    const network = await this.#networkTo(address);
    const api = await memory.apiOf(address);
    return { baseUrl: address.baseUrl, api, sessionKey, timeoutSeconds, network, retrySettings: true };
  }
}

/** True if an attacker on the network could impersonate an https service to get the session key. */
function isUnverified({ secure, loopback }: ServiceAddress, { strictSSL }: NetworkOptions): boolean {
  return secure && !loopback && !strictSSL;
}

/** Nothing was sent, because the connection is no longer ready: for example, the key was removed. */
export class NotConnected extends Error {
  override readonly name = 'NotConnected';
  readonly connection:
    Exclude<Connection, { kind: 'ready' }> | { readonly kind: 'otherApi'; readonly address: ServiceAddress };

  constructor(connection: NotConnected['connection']) {
    super('The service of a conversation can no longer be asked about it.');
    this.connection = connection;
  }
}

/** True if a failed call certainly had no effect on the service. */
export function isUnsent(error: unknown): boolean {
  return error instanceof ServiceError ? !mayHaveStarted(error) : error instanceof NotConnected;
}

/** Sends a request with the client for the current key, see {@link withClient}. */
export type AskService<Operations> = <Result>(ask: (operations: Operations) => Promise<Result>) => Promise<Result>;

/**
 * Connects for each call, so that every request has the key that is stored at that time: it may be removed or replaced
 * between two calls. Rejects with {@link NotConnected} if nothing can be sent, or if the service has changed to an API that
 * lacks the operations.
 * @param select picks the operations of the client
 */
export function withClient<Operations>(
  service: Pick<ServiceAccess, 'connect'>,
  baseUrl: string,
  select: (client: Client) => Operations | undefined,
): AskService<Operations> {
  return async (ask) => {
    const connection = await service.connect(baseUrl);
    if (connection.kind !== 'ready') throw new NotConnected(connection);
    const operations = select(connection.client);
    if (operations === undefined) throw new NotConnected({ kind: 'otherApi', address: connection.address });
    return ask(operations);
  };
}
