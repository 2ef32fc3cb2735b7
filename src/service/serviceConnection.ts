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
import { UncheckedCertificateError } from './keyErrors';
import type { ServiceMemory } from './serviceMemory';
import { isOtherApi, settingsFailureOf } from './settingsState';

/** A service to which requests can be sent. */
export interface ReadyConnection {
  readonly kind: 'ready';
  readonly address: ServiceAddress;
  readonly client: Client;
  /** The API that the client uses. */
  readonly api: ServiceApi;
  readonly timeoutSeconds: number;
}

/** Known state of the connection before anything is sent. */
export type Connection =
  | ReadyConnection
  /** `unchecked`: the certificate isn't verified, so the key could be read in transit; the user hasn't agreed to that. */
  | { readonly kind: 'noKey' | 'unchecked'; readonly address: ServiceAddress }
  | { readonly kind: 'badAddress'; readonly reason: ServiceUrlRefusal };

/** Route of a request from this machine to a URL, according to the current settings. */
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
  /** Makes a connection and sends nothing on it. */
  readonly probe: (options: ProbeOptions, signal?: AbortSignal) => Promise<void>;
  readonly memory: Pick<ServiceMemory, 'apiOf' | 'setApi' | 'isAgreed' | 'agree'>;
}

type CallOptions = Required<Omit<ClientOptions, 'redactor'>>;

export type ServiceAccess = Omit<ServiceConnection, 'dispose'>;

/** The connection to the service in the settings, with the key that belongs to it. */
export class ServiceConnection {
  readonly #parts: ConnectionParts;
  /** One client per service, with one set of connections, for as long as key, network and deadline stay the same. */
  readonly #clients = new Map<string, { readonly fingerprint: string; readonly client: Promise<Client> }>();
  /** All clients, including replaced ones, whose calls may be under way: idle connections close by themselves. */
  readonly #opened = new Set<Client>();

  constructor(parts: ConnectionParts) {
    this.#parts = parts;
  }

  /**
   * Reports what is missing rather than asking for it. Sends nothing.
   * @param baseUrl another service, such as that of a past conversation; the key is the one stored for its origin
   */
  async connect(baseUrl?: string): Promise<Connection> {
    const parsed = this.#addressOf(baseUrl);
    if (!parsed.ok) return { kind: 'badAddress', reason: parsed.reason };
    const { address } = parsed;
    const sessionKey = await this.#parts.keys.get(address.origin);
    if (sessionKey === undefined) return { kind: 'noKey', address };
    const options = await this.#optionsFor(address, sessionKey);
    if (this.#isWithheld(address, options.network)) return { kind: 'unchecked', address };
    const { api, timeoutSeconds } = options;
    return { kind: 'ready', address, client: await this.#clientFor(options), api: apis[api], timeoutSeconds };
  }

  /** The API of a service, by default of the current one, as far as is known. Sends nothing. */
  async api(baseUrl?: string): Promise<ServiceApi> {
    const parsed = this.#addressOf(baseUrl);
    return apis[parsed.ok ? await this.#parts.memory.apiOf(parsed.address) : interfaceApi];
  }

  /**
   * Reads the settings with a key that isn't stored yet, to see if it's the right one, and which API the service has.
   * @throws {ServiceError}
   * @throws {UncheckedCertificateError} nothing was sent
   */
  tryKey(address: ServiceAddress, sessionKey: string, signal?: AbortSignal): Promise<void> {
    return this.#findApi(apiNames, address, sessionKey, signal);
  }

  /**
   * Reads the settings with the APIs that the service isn't known to have, since it no longer has its own.
   * @throws {ServiceError} {@link UncheckedCertificateError}
   */
  async findOtherApi(address: ServiceAddress, signal?: AbortSignal): Promise<void> {
    const { keys, memory } = this.#parts;
    const [sessionKey, api] = [await keys.get(address.origin), await memory.apiOf(address)];
    const others = apiNames.filter((other) => other !== api);
    if (sessionKey !== undefined) await this.#findApi(others, address, sessionKey, signal);
  }

  /**
   * Checks if there's a service at a URL: reads the settings with the key that is stored for its origin; without one,
   * only makes a connection and sends nothing.
   * @throws {ServiceError}
   */
  async tryAddress(address: ServiceAddress, signal?: AbortSignal): Promise<void> {
    const { configuration, keys, probe } = this.#parts;
    const network = await this.#networkTo(address);
    const sessionKey = this.#isWithheld(address, network) ? undefined : await keys.get(address.origin);
    if (sessionKey !== undefined) return this.tryKey(address, sessionKey, signal);
    return probe({ baseUrl: address.baseUrl, timeoutSeconds: configuration.requestTimeoutSeconds, network }, signal);
  }

  /** Says whether the certificate of an https service on another machine isn't verified, agreed to or not. */
  async isUnchecked(address: ServiceAddress): Promise<boolean> {
    return isUnchecked(address, await this.#networkTo(address));
  }

  /** From now on, the key of this origin is sent without verifying its certificate. */
  async agreeToUnchecked({ origin }: ServiceAddress): Promise<void> {
    await this.#parts.memory.agree(origin);
  }

  async dispose(): Promise<void> {
    await Promise.allSettled([...this.#opened].map((client) => client.close()));
  }

  /**
   * Finds out which API a service has, by reading its settings: one that has several is used with the first one. Of
   * several failures, the first one counts, unless a later one says something else than that the service isn't there.
   */
  async #findApi(
    among: readonly ApiName[],
    address: ServiceAddress,
    sessionKey: string,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const { memory } = this.#parts;
    const options = await this.#optionsFor(address, sessionKey);
    if (this.#isWithheld(address, options.network)) throw new UncheckedCertificateError(address.origin);
    let missing: Error | undefined;
    const left = [...among];
    for (let api = left.shift(); api !== undefined; api = left.shift()) {
      try {
        await this.#readSettings({ ...options, api }, signal);
        await memory.setApi(address, api);
        return;
      } catch (error) {
        const failure = settingsFailureOf(error);
        if (failure === 'noSettings') await memory.setApi(address, api);
        if (failure !== 'wrongService') throw error;
        missing ??= error as Error;
        // If another API answered, the right one has the same path; if nothing did, it has a different path.
        const { path } = apis[api].settings;
        const isThere = isOtherApi(error);
        left.splice(0, left.length, ...left.filter((other) => (apis[other].settings.path === path) === isThere));
      }
    }
    if (missing) throw missing;
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

  #isWithheld(address: ServiceAddress, network: NetworkOptions): boolean {
    return isUnchecked(address, network) && !this.#parts.memory.isAgreed(address.origin);
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
    return { baseUrl: address.baseUrl, api, sessionKey, timeoutSeconds, network, repeatReads: true };
  }
}

/** True if an attacker on the network could impersonate an https service and read the session key. */
function isUnchecked({ secure, loopback }: ServiceAddress, { strictSSL }: NetworkOptions): boolean {
  return secure && !loopback && !strictSSL;
}

/** A service can't be asked any more: its key was removed, for instance. Nothing was sent. */
export class NotConnected extends Error {
  override readonly name = 'NotConnected';
  readonly connection:
    Exclude<Connection, { kind: 'ready' }> | { readonly kind: 'otherApi'; readonly address: ServiceAddress };

  constructor(connection: NotConnected['connection']) {
    super('The service of a conversation can no longer be asked about it.');
    this.connection = connection;
  }
}

/** True if a call certainly left nothing on the service. */
export function isUnsent(error: unknown): boolean {
  return error instanceof ServiceError ? !mayHaveStarted(error) : error instanceof NotConnected;
}

/** Calls something of a client that is asked for anew: see {@link withClient}. */
export type Asking<Part> = <Result>(ask: (part: Part) => Promise<Result>) => Promise<Result>;

/**
 * Calls with the key that is stored at the time of each: it may be removed or replaced while something is waited for.
 * Without one, nothing is sent, and they reject with {@link NotConnected}; so they do if the service has another API by
 * then, which lacks what is called.
 * @param find what is called
 */
export function withClient<Part>(
  service: Pick<ServiceAccess, 'connect'>,
  baseUrl: string,
  find: (client: Client) => Part | undefined,
): Asking<Part> {
  return async (ask) => {
    const connection = await service.connect(baseUrl);
    if (connection.kind !== 'ready') throw new NotConnected(connection);
    const part = find(connection.client);
    if (part === undefined) throw new NotConnected({ kind: 'otherApi', address: connection.address });
    return ask(part);
  };
}
