import type { RememberedService } from '../../service/common/knownServices';
import type { NetworkOptions } from './network';
import type { ConversationStartRequest, ConversationStartResponse, Settings } from './records';
import type { Redactor } from '../../base/common/redactor';
import type { ServiceAddress, ServiceUrlRefusal } from './serviceUrl';
import type { SettingsState } from '../../service/common/settingsState';
import type { Listen } from '../../base/common/listen';

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
   * Looks whether a request can be sent as it is; nothing leaves this machine.
   * @throws {ServiceError} what does not fit the interface
   */
  check(request: ConversationStartRequest): Promise<void>;
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

/** Settings that were read by somebody else: while a key was tried, or after a start was refused. */
export interface SettingsReading {
  /** Scheme, host and port of the service. */
  readonly origin: string;
  /** As the service gives them: secrets included. */
  readonly settings: Promise<Settings>;
  /** Whether they were read with the address and the key that are set now. */
  readonly isCurrent: () => Promise<boolean>;
}

/** The settings of the current service. */
export interface SettingsSource {
  readonly state: SettingsState;
  readonly onDidChange: Listen<SettingsState>;
  /** Asks the service, unless it is being asked. */
  load(signal?: AbortSignal): Promise<SettingsState>;
  /** Asks the service only when nobody has done so yet. */
  ensureLoaded(): Promise<SettingsState>;
  /** Takes what somebody else has read. It counts from when it belongs to the current service until the next load. */
  take(reading: SettingsReading): Promise<void>;
  /** Puts what was taken in the place of nothing, if it belongs to the current service. Asks nobody. */
  adopt(): Promise<SettingsState>;
}

/** What is known about the way to the service before anything is sent. */
export type Connection =
  | {
      readonly kind: 'ready';
      readonly address: ServiceAddress;
      readonly client: Client;
      readonly timeoutSeconds: number;
    }
  /** `unchecked`: whoever is on the way could read the key, since the certificate is not checked; nobody has agreed. */
  | { readonly kind: 'noKey' | 'unchecked'; readonly address: ServiceAddress }
  | { readonly kind: 'badAddress'; readonly reason: ServiceUrlRefusal };

/** The service that the settings name. */
export interface ServiceAccess {
  connect(): Promise<Connection>;
  /** Settings were read to try a key or an address. */
  readonly onDidTry: Listen<SettingsReading>;
  /**
   * Reads the settings with a key that is not stored yet.
   * @throws {ServiceError}
   * @throws {UncheckedCertificateError} nothing was sent
   */
  tryKey(address: ServiceAddress, sessionKey: string, signal?: AbortSignal): Promise<void>;
  /**
   * Looks whether a service is at an address: reads the settings with the key that is stored for its origin; without one,
   * only makes a connection and sends nothing.
   * @throws {ServiceError}
   */
  tryAddress(address: ServiceAddress, signal?: AbortSignal): Promise<void>;
  /** Whether the certificate of a service under https on another machine is not checked, agreed to or not. */
  isUnchecked(address: ServiceAddress): Promise<boolean>;
  /** From now on, the key of this origin is sent without its certificate being checked. */
  agreeToUnchecked(address: ServiceAddress): Promise<void>;
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
  /**
   * Whether a key that was stored for an origin is not used since it does not say of which machine it is, and none has
   * taken its place. Such origins are another service on each machine.
   */
  wasShared(origin: string): Promise<boolean>;
}
