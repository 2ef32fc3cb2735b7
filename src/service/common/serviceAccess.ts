import type { Event } from '../../base/common/event';
import type { ApiVersion, Dialect } from '../../client/common/dialect';
import type { Client } from '../../client/common/client';
import type { Settings } from '../../client/common/records';
import type { ServiceAddress, ServiceUrlRefusal } from '../../client/common/serviceUrl';
import type { RememberedService } from './knownServices';

/** Settings that were read elsewhere: while a key was tried, or after a start was rejected. */
export interface SettingsReading {
  /** Scheme, host and port of the service. */
  readonly origin: string;
  /** Of the API with which they were read. */
  readonly dialect: Dialect;
  /** The service's own values: secrets included. */
  readonly settings: Promise<Settings>;
  /** Says whether they were read with the service URL and the key that are set now. */
  readonly isCurrent: () => Promise<boolean>;
}

/** A service to which requests can be sent. */
export interface ReadyConnection {
  readonly kind: 'ready';
  readonly address: ServiceAddress;
  readonly client: Client;
  /** Of the client. */
  readonly dialect: Dialect;
  readonly timeoutSeconds: number;
}

/** Known state of the connection before anything is sent. */
export type Connection =
  | ReadyConnection
  /**
   * `unchecked`: the key could be read in transit, since the certificate isn't verified, and the user hasn't agreed to
   * that.
   */
  | { readonly kind: 'noKey' | 'unchecked'; readonly address: ServiceAddress }
  | { readonly kind: 'badAddress'; readonly reason: ServiceUrlRefusal };

/** The service that the settings name. */
export interface ServiceAccess {
  /** @param baseUrl another service, such as that of a past conversation; the key is the one stored for its origin */
  connect(baseUrl?: string): Promise<Connection>;
  /**
   * What the API of the current service takes, as far as is known. Sends nothing.
   * @param baseUrl another service
   */
  dialect(baseUrl?: string): Promise<Dialect>;
  /** Settings were read to try a key or a URL. */
  readonly onDidTry: Event<SettingsReading>;
  /**
   * Reads the settings with a key that isn't stored yet.
   * @throws {ServiceError}
   * @throws {UncheckedCertificateError} nothing was sent
   */
  tryKey(address: ServiceAddress, sessionKey: string, signal?: AbortSignal): Promise<void>;
  /**
   * Checks if there's a service at a URL: reads the settings with the key that is stored for its origin; without one,
   * only makes a connection and sends nothing.
   * @throws {ServiceError}
   */
  tryAddress(address: ServiceAddress, signal?: AbortSignal): Promise<void>;
  /** Says whether the certificate of an https service on another machine isn't verified, agreed to or not. */
  isUnchecked(address: ServiceAddress): Promise<boolean>;
  /** From now on, the key of this origin is sent without verifying its certificate. */
  agreeToUnchecked(address: ServiceAddress): Promise<void>;
}

/** The APIs of services, by their URL on this machine. */
export interface ApiMemory {
  /** The interface's if nothing else was found out or chosen. */
  get(address: ServiceAddress): Promise<ApiVersion>;
  set(address: ServiceAddress, api: ApiVersion): Promise<void>;
}

/** The services that were used from this machine, by URL. */
export interface ServiceMemory {
  /** In no order. */
  readonly services: readonly RememberedService[];
  used(address: ServiceAddress): Promise<void>;
  forget(address: ServiceAddress): Promise<void>;
}

/** Session keys by service origin (scheme, host, port). */
export interface KeyStore {
  get(origin: string): Promise<string | undefined>;
  /** @throws if the key could not be saved */
  set(origin: string, key: string): Promise<void>;
  clear(origin: string): Promise<void>;
  /**
   * Says whether a key stored for an origin isn't used because it doesn't say which machine it's for, and no other key
   * has replaced it. Such origins are a different service on each machine.
   */
  wasShared(origin: string): Promise<boolean>;
}
