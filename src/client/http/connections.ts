import type { Duplex } from 'node:stream';
import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls';
import type { NetworkOptions } from '../network';
import { failureOf } from './failureOf';
import { type ProxyAddress, ProxyError, proxyReasonOf, tunnel } from './proxy';
import { buildConnector } from './undici';

type Target = buildConnector.Options;
type Done = buildConnector.Callback;

/** Deadline until a connection is made: to a host, to a proxy, and through the proxy, each separately. */
const timeout = 30_000;

/** Creates the connections of one client, and closes them. */
export class Connections {
  readonly #connect: (target: Target, done: Done) => Duplex;
  readonly #open = new Set<Duplex>();
  #destroyed = false;

  constructor(network: NetworkOptions) {
    const context = network.certificates.length === 0 ? {} : { secureContext: trusting(network.certificates) };
    // undici's connector returns the socket, but its type doesn't say so.
    this.#connect = buildConnector({ timeout, rejectUnauthorized: network.strictSSL, ...context }) as (
      target: Target,
      done: Done,
    ) => Duplex;
  }

  /** Connects to a service directly. */
  readonly direct = (target: Target, done: Done): void => {
    const socket = this.#connect(target, done);
    this.#open.add(socket.once('close', () => this.#open.delete(socket)));
    if (this.#destroyed) socket.destroy();
  };

  /** Connects to a proxy. Failures are {@link ProxyError}s. */
  readonly toProxy =
    ({ servername }: ProxyAddress) =>
    (target: Target, done: Done): void => {
      // undici takes the name from the Host header, which is the service's.
      this.direct({ ...target, servername }, (...outcome) =>
        outcome[0] ? done(atProxy(outcome[0]), null) : done(...outcome),
      );
    };

  /**
   * Connects to an https service in a tunnel through a proxy. Failures before the tunnel exists are
   * {@link ProxyError}s.
   */
  readonly throughProxy =
    (proxy: ProxyAddress) =>
    (target: Target, done: Done): void => {
      tunnel(proxy, target, { connect: this.toProxy(proxy), timeout }).then(
        (httpSocket) => this.direct({ ...target, httpSocket }, done),
        (error: unknown) => done(atProxy(error), null),
      );
    };

  /**
   * Includes connections that undici no longer tracks because they aren't made yet: they would keep the process alive.
   */
  destroy(): void {
    this.#destroyed = true;
    for (const socket of this.#open) socket.destroy();
  }
}

/** Created once: reading a hundred certificates takes longer than a connection. */
function trusting(certificates: readonly string[]): SecureContext {
  return createSecureContext({ ca: [...rootCertificates, ...certificates] });
}

function atProxy(error: unknown): ProxyError {
  if (error instanceof ProxyError) return error;
  const failure = failureOf(error);
  // A server that doesn't speak HTTP is no proxy.
  const reason = failure.kind === 'notJson' ? 'badAddress' : proxyReasonOf(failure);
  return new ProxyError(reason ?? 'unreachable', { cause: error });
}
