import type { Duplex } from 'node:stream';
import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls';
import type { NetworkOptions } from '../common/network';
import { failureOf } from './failureOf';
import { type ProxyAddress, ProxyError, proxyReasonOf, tunnel } from './proxy';
import { buildConnector } from './undici';

type Target = buildConnector.Options;
type Done = buildConnector.Callback;

/** Until a connection is made: to a host, to a proxy, and through the proxy, each by itself. */
const timeout = 30_000;

/** Makes the connections of one client, and closes them. */
export class Connections {
  readonly #connect: (target: Target, done: Done) => Duplex;
  readonly #open = new Set<Duplex>();
  #destroyed = false;

  constructor(network: NetworkOptions) {
    const context = network.certificates.length === 0 ? {} : { secureContext: trusting(network.certificates) };
    // undici's connector returns the socket, which its type does not say.
    this.#connect = buildConnector({ timeout, rejectUnauthorized: network.strictSSL, ...context }) as (
      target: Target,
      done: Done,
    ) => Duplex;
  }

  /** To a service, without anything in between. */
  readonly direct = (target: Target, done: Done): void => {
    const socket = this.#connect(target, done);
    this.#open.add(socket.once('close', () => this.#open.delete(socket)));
    if (this.#destroyed) socket.destroy();
  };

  /** To a proxy. What goes wrong is a {@link ProxyError}. */
  readonly toProxy =
    ({ servername }: ProxyAddress) =>
    (target: Target, done: Done): void => {
      // undici takes the name from the Host header, which is the service's.
      this.direct({ ...target, servername }, (...outcome) =>
        outcome[0] ? done(atProxy(outcome[0]), null) : done(...outcome),
      );
    };

  /** To a service under https, in a tunnel that a proxy makes. What goes wrong before it is there is a {@link ProxyError}. */
  readonly throughProxy =
    (proxy: ProxyAddress) =>
    (target: Target, done: Done): void => {
      tunnel(proxy, target, { connect: this.toProxy(proxy), timeout }).then(
        (httpSocket) => this.direct({ ...target, httpSocket }, done),
        (error: unknown) => done(atProxy(error), null),
      );
    };

  /** Also those that undici has forgotten, because they are not made yet: they would keep the process from ending. */
  destroy(): void {
    this.#destroyed = true;
    for (const socket of this.#open) socket.destroy();
  }
}

/** Made once: reading a hundred certificates takes longer than a connection. */
function trusting(certificates: readonly string[]): SecureContext {
  return createSecureContext({ ca: [...rootCertificates, ...certificates] });
}

function atProxy(error: unknown): ProxyError {
  return error instanceof ProxyError ? error : new ProxyError(proxyReasonOf(failureOf(error)), { cause: error });
}
