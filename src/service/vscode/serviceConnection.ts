import type { Event } from '../../base/event';
import { directly, type HttpClient, type NetworkOptions } from '../../client/network';
import type { Client, ClientOptions, ProbeOptions } from '../../client/client';
import { apiVersions, dialects, interfaceApi, type ApiVersion, type Dialect } from '../../client/dialect';
import { findApi } from '../findApi';
import type { Connection, ServiceAccess, SettingsReading } from '../serviceAccess';
import { parseServiceUrl, type ServiceAddress, type ServiceUrlResult } from '../../client/serviceUrl';
import { isUnchecked, UncheckedCertificateError } from '../uncheckedCertificate';
import type { Configuration } from './configuration';
import type { DrainingClient } from '../drainingClient';
import type { MementoApis } from './mementoApis';
import type { SessionKeys } from './sessionKeys';

type Apis = Pick<MementoApis, 'get' | 'set'>;

type OpenClient = (options: ClientOptions) => Promise<Client>;

type ServiceSettings = Pick<Configuration, 'serviceUrl' | 'requestTimeoutSeconds' | 'httpClient'>;

/** Makes a connection and sends nothing on it. */
export type ProbeConnection = (options: ProbeOptions, signal?: AbortSignal) => Promise<void>;

/** Route of a request from this machine to a URL, according to the current settings. */
export type NetworkFor = (baseUrl: string, httpClient: HttpClient) => Promise<NetworkOptions>;

/** Origins of services whose certificates don't have to be verified, as the user agreed. */
interface Agreed {
  has(origin: string): boolean;
  add(origin: string): unknown;
}

/** The connection to the service in the settings, with the key that belongs to it. */
export class ServiceConnection implements ServiceAccess {
  readonly #configuration: ServiceSettings;
  readonly #keys: Pick<SessionKeys, 'get'>;
  readonly #openClient: OpenClient;
  readonly #networkFor: NetworkFor;
  readonly #probe: ProbeConnection;
  readonly #agreed: Agreed;
  readonly #apis: Apis;
  #current: { readonly fingerprint: string; readonly client: DrainingClient } | undefined;
  /** The current one, and those that were replaced during a call. */
  readonly #open = new Set<DrainingClient>();
  readonly #listeners = new Set<(reading: SettingsReading) => unknown>();
  readonly onDidTry: Event<SettingsReading> = (listener) => {
    this.#listeners.add(listener);
    return { dispose: () => this.#listeners.delete(listener) };
  };

  constructor(
    configuration: ServiceSettings,
    keys: Pick<SessionKeys, 'get'>,
    openClient: OpenClient,
    networkFor: NetworkFor = straight,
    probe: ProbeConnection = () => Promise.resolve(),
    agreed: Agreed = new Set<string>(),
    apis: Apis = interfaceAlone,
  ) {
    this.#configuration = configuration;
    this.#keys = keys;
    this.#openClient = openClient;
    this.#networkFor = networkFor;
    this.#probe = probe;
    this.#agreed = agreed;
    this.#apis = apis;
  }

  /** Reports what is missing rather than asking for it. Sends nothing. */
  async connect(baseUrl?: string): Promise<Connection> {
    const { serviceUrl } = this.#configuration;
    const parsed = this.#addressOf(baseUrl);
    if (!parsed.ok) return { kind: 'badAddress', reason: parsed.reason };
    const { address } = parsed;
    const sessionKey = await this.#keys.get(address.origin);
    if (sessionKey === undefined) return { kind: 'noKey', address };
    const timeoutSeconds = this.#configuration.requestTimeoutSeconds;
    const options = await this.#optionsFor(address, sessionKey);
    if (this.#isWithheld(address, options.network)) return { kind: 'unchecked', address };
    const dialect = dialects[options.api];
    const isCurrent = serviceUrl.ok && serviceUrl.address.baseUrl === address.baseUrl;
    const client = isCurrent ? await this.#clientFor(options) : await this.#clientOnce(options);
    return { kind: 'ready', address, client, dialect, timeoutSeconds };
  }

  async dialect(baseUrl?: string): Promise<Dialect> {
    const parsed = this.#addressOf(baseUrl);
    return dialects[parsed.ok ? await this.#apis.get(parsed.address) : interfaceApi];
  }

  /**
   * Makes a call with a key that isn't stored yet, to see if it's the right one. If the service doesn't have the
   * interface's API, the same with the newer one: which API it has is known from its settings alone.
   */
  tryKey(address: ServiceAddress, sessionKey: string, signal?: AbortSignal): Promise<void> {
    return this.#findApi(apiVersions, address, sessionKey, signal);
  }

  async findOtherApi(address: ServiceAddress, signal?: AbortSignal): Promise<void> {
    const [sessionKey, api] = [await this.#keys.get(address.origin), await this.#apis.get(address)];
    const others = apiVersions.filter((other) => other !== api);
    if (sessionKey !== undefined) await this.#findApi(others, address, sessionKey, signal);
  }

  /** Sends only the key that is stored for this URL, and without one, no request. */
  async tryAddress(address: ServiceAddress, signal?: AbortSignal): Promise<void> {
    const { requestTimeoutSeconds: timeoutSeconds, httpClient } = this.#configuration;
    const network = await this.#networkFor(address.baseUrl, httpClient);
    const sessionKey = this.#isWithheld(address, network) ? undefined : await this.#keys.get(address.origin);
    if (sessionKey !== undefined) return this.tryKey(address, sessionKey, signal);
    return this.#probe({ baseUrl: address.baseUrl, timeoutSeconds, network }, signal);
  }

  async isUnchecked(address: ServiceAddress): Promise<boolean> {
    return isUnchecked(address, await this.#networkFor(address.baseUrl, this.#configuration.httpClient));
  }

  async agreeToUnchecked({ origin }: ServiceAddress): Promise<void> {
    await this.#agreed.add(origin);
  }

  async dispose(): Promise<void> {
    this.#listeners.clear();
    this.#current = undefined;
    await Promise.allSettled([...this.#open].map((client) => client.close()));
  }

  async #findApi(
    among: readonly ApiVersion[],
    address: ServiceAddress,
    sessionKey: string,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const options = await this.#optionsFor(address, sessionKey);
    if (this.#isWithheld(address, options.network)) throw new UncheckedCertificateError(address.origin);
    const read = (api: ApiVersion) => this.#readSettings({ ...options, api }, address, signal);
    await findApi(among, read, (api) => this.#apis.set(address, api));
  }

  async #readSettings(
    options: Required<Omit<ClientOptions, 'redactor'>>,
    address: ServiceAddress,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const client = await this.#openClient(options);
    const settings = client.loadSettings(signal);
    const isCurrent = () => this.#isSet(address, options.sessionKey);
    const reading = { origin: address.origin, dialect: dialects[options.api], settings, isCurrent };
    for (const listener of this.#listeners) listener(reading);
    try {
      await settings;
    } finally {
      await client.close();
    }
  }

  #addressOf(baseUrl: string | undefined): ServiceUrlResult {
    return baseUrl === undefined ? this.#configuration.serviceUrl : parseServiceUrl(baseUrl);
  }

  async #isSet({ baseUrl, origin }: ServiceAddress, sessionKey: string): Promise<boolean> {
    const { serviceUrl: now } = this.#configuration;
    return now.ok && now.address.baseUrl === baseUrl && (await this.#keys.get(origin)) === sessionKey;
  }

  /** One client, and with it one set of connections, for as long as URL, key, network and deadline stay the same. */
  async #clientFor(options: ClientOptions): Promise<Client> {
    const { drainingClient } = await import('../drainingClient');
    const fingerprint = JSON.stringify(options);
    if (this.#current?.fingerprint !== fingerprint) {
      // A start may be in progress on it; its end isn't awaited.
      this.#current?.client.retire().catch(() => undefined);
      this.#current = { fingerprint, client: drainingClient(() => this.#openClient(options), this.#open) };
    }
    const { client } = this.#current;
    await client.open();
    return client;
  }

  /** A client of another service: its connections close after each call. */
  async #clientOnce(options: ClientOptions): Promise<Client> {
    const { drainingClient } = await import('../drainingClient');
    const client = drainingClient(() => this.#openClient(options), this.#open);
    await client.retire();
    return client;
  }

  #isWithheld(address: ServiceAddress, network: NetworkOptions): boolean {
    return isUnchecked(address, network) && !this.#agreed.has(address.origin);
  }

  async #optionsFor(address: ServiceAddress, sessionKey: string): Promise<Required<Omit<ClientOptions, 'redactor'>>> {
    const { requestTimeoutSeconds: timeoutSeconds, httpClient } = this.#configuration;
    const { baseUrl } = address;
    const network = await this.#networkFor(baseUrl, httpClient);
    const api = await this.#apis.get(address);
    return { baseUrl, api, sessionKey, timeoutSeconds, network, repeatReads: true };
  }
}

const interfaceAlone: Apis = { get: () => Promise.resolve(interfaceApi), set: () => Promise.resolve() };

const straight: NetworkFor = (_baseUrl, httpClient) => Promise.resolve({ ...directly, httpClient });
