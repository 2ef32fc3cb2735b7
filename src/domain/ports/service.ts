import type { RememberedService } from '../knownServices';
import type { NetworkOptions } from '../network';
import type { ConversationStartRequest, ConversationStartResponse, Settings } from '../records';
import type { Redactor } from '../redactor';
import type { ServiceAddress, ServiceUrlRefusal } from '../serviceUrl';
import type { SettingsState } from '../settingsState';
import type { Listen } from './listen';

/** What one client is made for. The key goes into the request header and nowhere else. */
export interface ClientOptions {
  readonly baseUrl: string;
  readonly sessionKey: string;
  /** Deadline of one request as a whole, in seconds. */
  readonly timeoutSeconds: number;
  /** Straight to the service when it is not said. */
  readonly network?: NetworkOptions;
  /** Whether a read that the service puts off, or that found no connection, is sent again. Not when it is not said. */
  readonly repeatReads?: boolean;
  /** Knows what else is secret here, besides what a call itself carries: it is taken out of whatever an answer repeats. */
  readonly redactor?: Redactor;
}

/** What it takes to see whether there is a way to a service. */
export type ReachOptions = Required<Pick<ClientOptions, 'baseUrl' | 'timeoutSeconds' | 'network'>>;

/** The two operations of the interface (section 4) on one service with one key. */
export interface Client {
  /**
   * `POST {base_url}/api/conversations` (section 4.1). Sent at most once.
   * @throws {ServiceError} its `sent` says whether the request had begun to leave.
   */
  startConversation(request: ConversationStartRequest, signal?: AbortSignal): Promise<ConversationStartResponse>;
  /**
   * `GET {base_url}/api/settings` (section 4.2), as the service gave it: secrets included where it returns them.
   * @throws {ServiceError}
   */
  loadSettings(signal?: AbortSignal): Promise<Settings>;
  /** Closes idle connections; a request under way ends as cancelled. */
  close(): Promise<void>;
}

/** The settings of the current service. */
export interface SettingsSource {
  readonly state: SettingsState;
  readonly onDidChange: Listen<SettingsState>;
  load(signal?: AbortSignal): Promise<SettingsState>;
  ensureLoaded(): Promise<SettingsState>;
}

/** What is known about the way to the service before anything is sent. */
export type Connection =
  | {
      readonly kind: 'ready';
      readonly address: ServiceAddress;
      readonly client: Client;
      readonly timeoutSeconds: number;
    }
  | { readonly kind: 'noKey'; readonly address: ServiceAddress }
  | { readonly kind: 'badAddress'; readonly reason: ServiceUrlRefusal };

/** The service that the settings name. */
export interface ServiceAccess {
  connect(): Promise<Connection>;
  /**
   * Reads the settings with a key that is not stored yet.
   * @throws {ServiceError}
   */
  tryKey(address: ServiceAddress, sessionKey: string, signal?: AbortSignal): Promise<void>;
  /**
   * Looks whether a service is at an address: reads the settings with the key that is stored for its origin; without one,
   * only makes a connection and sends nothing.
   * @throws {ServiceError}
   */
  tryAddress(address: ServiceAddress, signal?: AbortSignal): Promise<void>;
}

/** The services that were used from this machine, by their addresses. */
export interface ServiceMemory {
  /** In no order. */
  readonly services: readonly RememberedService[];
  used(address: ServiceAddress): Promise<void>;
  forget(address: ServiceAddress): Promise<void>;
}

/** Session keys by service origin (scheme, host, port). */
export interface KeyStore {
  get(origin: string): Promise<string | undefined>;
  /** @throws when the key could not be kept */
  set(origin: string, key: string): Promise<void>;
  clear(origin: string): Promise<void>;
}
