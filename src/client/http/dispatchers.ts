import type { Duplex } from 'node:stream';
import { createSecureContext, rootCertificates } from 'node:tls';
import type { NetworkOptions } from '../network';
import type { ProxyReason } from '../serviceError';
import { failureOf } from './failureOf';
import { proxyAddress, ProxyError, tunnel, type ProxyAddress } from './proxyTunnel';
import { Agent, buildConnector } from './undici';

/** undici's dispatchers for the requests to one service, direct or through a proxy. */
export function dispatchersFor(network: NetworkOptions) {
  const { proxy } = network;
  const connections = new Connections(network);
  const address = proxy && proxyAddress(proxy);
  const toService = address ? connections.throughProxy(address) : connections.direct;
  const toProxy = address && connections.toProxy(address);
  const agents = agentsOf(toService, toProxy);
  const singleUseAgents = agentsOf(toService, toProxy, 0);
  return {
    /**
     * The dispatcher of a request, and the origin, path and headers to dispatch it with.
     * @param needsNewConnection true for a connection that wasn't used before
     * @throws {ProxyError} if the proxy's URL isn't valid
     */
    to(
      { protocol, origin, host, pathname, search }: URL,
      headers: Readonly<Record<string, string>>,
      needsNewConnection = false,
    ) {
      if (proxy && !address) throw new ProxyError('badAddress');
      const { agent, proxyAgent } = needsNewConnection ? singleUseAgents : agents;
      const path = pathname + search;
      if (!address || !proxyAgent || protocol === 'https:') return { dispatcher: agent, origin, path, headers };
      // An http request needs no tunnel: the proxy gets its whole URL as the path (RFC 9112, section 3.2.2). Some proxies
      // reject tunnels to ports other than 443.
      return {
        dispatcher: proxyAgent,
        origin: address.origin,
        path: origin + path,
        headers: { ...headers, ...address.headers, Host: host },
      };
    },
    async destroy(): Promise<void> {
      const all = [agents, singleUseAgents].flatMap(({ agent, proxyAgent }) => [agent, proxyAgent]);
      await Promise.all(all.flatMap((each) => each?.destroy() ?? []));
      connections.destroy();
    },
  };
}

type Connect = NonNullable<Agent.Options['connect']>;

function agentsOf(toService: Connect, toProxy: Connect | undefined, pipelining?: 0) {
  return { agent: agentOf(toService, pipelining), proxyAgent: toProxy && agentOf(toProxy, pipelining) };
}

/** @param pipelining 0 closes each connection after its first request */
function agentOf(connect: Connect, pipelining = 1): Agent {
  return new Agent({
    connect,
    pipelining,
    // No limits of undici's own: the time limit of the whole request includes these two.
    headersTimeout: 0,
    bodyTimeout: 0,
    connections: 4,
    // A service may close an idle connection just when a request is sent on it. Then it's unknown whether the request
    // arrived. So a connection is only reused for requests that follow at once.
    keepAliveTimeout: 1000,
    keepAliveMaxTimeout: 5000,
  });
}

type Target = buildConnector.Options;
type Done = buildConnector.Callback;

/** Time limit, in milliseconds, for each connection: to a host, to a proxy, and through the proxy. */
const connectTimeout = 30_000;

/**
 * Time limit, in milliseconds, for all but the last address of a host. After Node's own limit, a quarter of a second, an
 * address on a slow network is given up. A lost packet is only sent again after a second.
 */
const addressTimeout = 2_000;

/** Creates the connections of one client, and closes them. */
class Connections {
  readonly #connect: (target: Target, done: Done) => Duplex;
  readonly #open = new Set<Duplex>();
  #destroyed = false;

  constructor(network: NetworkOptions) {
    const { certificates, strictSSL: rejectUnauthorized } = network;
    // Created once, because reading a hundred certificates takes longer than a connection.
    const context = certificates.length > 0 && {
      secureContext: createSecureContext({ ca: [...rootCertificates, ...certificates] }),
    };
    const limits = { timeout: connectTimeout, autoSelectFamilyAttemptTimeout: addressTimeout };
    // undici's connector returns the socket, but its type doesn't say so.
    this.#connect = buildConnector({ ...limits, rejectUnauthorized, ...context }) as (
      target: Target,
      done: Done,
    ) => Duplex;
  }

  readonly direct = (target: Target, done: Done): void => {
    const socket = this.#connect(target, done);
    this.#open.add(socket.once('close', () => this.#open.delete(socket)));
    if (this.#destroyed) socket.destroy();
  };

  /** Connects to a proxy. Failures are {@link ProxyError}s. */
  readonly toProxy =
    ({ servername }: ProxyAddress) =>
    (target: Target, done: Done): void => {
      // Otherwise, undici would use the name in the Host header, which is the service's.
      this.direct({ ...target, servername }, (...outcome) =>
        outcome[0] ? done(proxyErrorOf(outcome[0]), null) : done(...outcome),
      );
    };

  /** Connects to an https service through a proxy. Failures before the tunnel exists are {@link ProxyError}s. */
  readonly throughProxy =
    (proxy: ProxyAddress) =>
    (target: Target, done: Done): void => {
      tunnel(proxy, target, this.toProxy(proxy), connectTimeout).then(
        (httpSocket) => this.direct({ ...target, httpSocket }, done),
        (error: unknown) => done(proxyErrorOf(error), null),
      );
    };

  /** Includes connections that undici doesn't track yet, because they aren't established. These keep the process alive. */
  destroy(): void {
    this.#destroyed = true;
    for (const socket of this.#open) socket.destroy();
  }
}

/** Failures of a connection that are reported as such for a proxy. All others are reported as "unreachable". */
const connectionReasons: readonly ProxyReason[] = ['nameNotFound', 'refused', 'connectionLost', 'tls'];

function proxyErrorOf(error: unknown): ProxyError {
  if (error instanceof ProxyError) return error;
  const { kind } = failureOf(error);
  const reason = connectionReasons.find((known) => known === kind) ?? 'unreachable';
  // The server doesn't speak HTTP, so it isn't a proxy.
  return new ProxyError(kind === 'notJson' ? 'badAddress' : reason, { cause: error });
}
