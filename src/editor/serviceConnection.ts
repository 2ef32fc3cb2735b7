import { directly, type HttpClient, type NetworkOptions } from '../domain/network';
import type { Client, ClientOptions, Connection, ServiceAccess } from '../domain/ports';
import type { ServiceAddress } from '../domain/serviceUrl';
import type { Configuration } from './configuration';
import type { SessionKeys } from './sessionKeys';

type OpenClient = (options: ClientOptions) => Promise<Client>;

/** How a request leaves this machine for an address, as the settings are now. */
export type NetworkFor = (baseUrl: string, httpClient: HttpClient) => Promise<NetworkOptions>;

/** The way to the service that the settings name, with the key that belongs to it. */
export class ServiceConnection implements ServiceAccess {
  readonly #configuration: Configuration;
  readonly #keys: SessionKeys;
  readonly #openClient: OpenClient;
  readonly #networkFor: NetworkFor;
  /** By their options. One that was replaced stays open: a start may be under way on it. */
  readonly #clients = new Map<string, Promise<Client>>();

  constructor(
    configuration: Configuration,
    keys: SessionKeys,
    openClient: OpenClient,
    networkFor: NetworkFor = straight,
  ) {
    this.#configuration = configuration;
    this.#keys = keys;
    this.#openClient = openClient;
    this.#networkFor = networkFor;
  }

  /** Says what is missing rather than asking for it. Sends nothing. */
  async connect(): Promise<Connection> {
    const parsed = this.#configuration.serviceUrl;
    if (!parsed.ok) return { kind: 'badAddress', reason: parsed.reason };
    const { address } = parsed;
    const sessionKey = await this.#keys.get(address.origin);
    if (sessionKey === undefined) return { kind: 'noKey', address };
    const timeoutSeconds = this.#configuration.requestTimeoutSeconds;
    const client = await this.#clientFor(await this.#optionsFor(address, sessionKey));
    return { kind: 'ready', address, client, timeoutSeconds };
  }

  /** A call with a key that is not stored yet, to see whether it is the right one. */
  async tryKey(address: ServiceAddress, sessionKey: string, signal?: AbortSignal): Promise<void> {
    const client = await this.#openClient(await this.#optionsFor(address, sessionKey));
    try {
      await client.loadSettings(signal);
    } finally {
      await client.close();
    }
  }

  async dispose(): Promise<void> {
    const clients = [...this.#clients.values()];
    this.#clients.clear();
    await Promise.allSettled(clients.map(async (client) => (await client).close()));
  }

  /** One client, and with it one set of connections, for as long as address, key, network and deadline stay the same. */
  async #clientFor(options: ClientOptions): Promise<Client> {
    const fingerprint = JSON.stringify(options);
    const client = this.#clients.get(fingerprint) ?? this.#openClient(options);
    this.#clients.set(fingerprint, client);
    try {
      return await client;
    } catch (error) {
      this.#clients.delete(fingerprint);
      throw error;
    }
  }

  async #optionsFor({ baseUrl }: ServiceAddress, sessionKey: string): Promise<ClientOptions> {
    const { requestTimeoutSeconds: timeoutSeconds, httpClient } = this.#configuration;
    const network = await this.#networkFor(baseUrl, httpClient);
    return { baseUrl, sessionKey, timeoutSeconds, network, repeatReads: true };
  }
}

const straight: NetworkFor = (_baseUrl, httpClient) => Promise.resolve({ ...directly, httpClient });
