import type { Event } from '../base/event';
import type { Dialect } from '../client/dialect';
import type { Client } from '../client/client';
import type { Settings } from '../client/records';
import type { ServiceAddress, ServiceUrlRefusal } from '../client/serviceUrl';

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
  /**
   * Reads the settings with the APIs that the service isn't known to have, since it no longer has its own.
   * @throws {ServiceError}
   */
  findOtherApi(address: ServiceAddress, signal?: AbortSignal): Promise<void>;
  /** Says whether the certificate of an https service on another machine isn't verified, agreed to or not. */
  isUnchecked(address: ServiceAddress): Promise<boolean>;
  /** From now on, the key of this origin is sent without verifying its certificate. */
  agreeToUnchecked(address: ServiceAddress): Promise<void>;
}
