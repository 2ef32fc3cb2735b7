import type { Event } from '../../base/common/event';
import type { Client } from '../../client/common/client';
import type { Settings } from '../../client/common/records';
import type { ServiceAddress, ServiceUrlRefusal } from '../../client/common/serviceUrl';
import type { RememberedService } from './knownServices';

/** Settings that were read by somebody else: while a key was tried, or after a start was refused. */
export interface SettingsReading {
  /** Scheme, host and port of the service. */
  readonly origin: string;
  /** As the service gives them: secrets included. */
  readonly settings: Promise<Settings>;
  /** Whether they were read with the address and the key that are set now. */
  readonly isCurrent: () => Promise<boolean>;
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
  readonly onDidTry: Event<SettingsReading>;
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
