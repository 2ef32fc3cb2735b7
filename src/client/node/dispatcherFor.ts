import type { NetworkOptions } from '../common/network';
import type { Connections } from './connections';
import { proxyAddress, ProxyError } from './proxy';
import { Agent, type Dispatcher } from './undici';

type Headers = Readonly<Record<string, string>>;

/** Who carries a request, and what it says on its first lines. */
export interface RoutedRequest {
  readonly dispatcher: Dispatcher;
  readonly origin: string;
  readonly path: string;
  readonly headers: Headers;
}

/** The way from here to the service. */
export interface RouteDispatcher {
  /** @throws {ProxyError} when the proxy's address is none */
  to(url: URL, headers: Headers): RoutedRequest;
  destroy(): Promise<void>;
}

export function dispatcherFor({ proxy }: NetworkOptions, connections: Connections): RouteDispatcher {
  const address = proxy && proxyAddress(proxy);
  if (!proxy) return straight(agentOf(connections.direct));
  if (!address) return { to: noProxyThere, destroy: () => Promise.resolve() };

  const tunnels = straight(agentOf(connections.throughProxy(address)));
  const proxyAgent = agentOf(connections.toProxy(address));
  return {
    // Proxies are seen to refuse tunnels to other ports than 443: what may be read on the way goes without one, as
    // RFC 9112, section 3.2.2, has it.
    to: (url, headers) =>
      url.protocol === 'https:'
        ? tunnels.to(url, headers)
        : {
            dispatcher: proxyAgent,
            origin: address.origin,
            path: url.origin + url.pathname + url.search,
            headers: { ...headers, ...address.headers, Host: url.host },
          },
    destroy: async () => {
      await Promise.all([tunnels.destroy(), proxyAgent.destroy()]);
    },
  };
}

function straight(agent: Agent): RouteDispatcher {
  return {
    to: ({ origin, pathname, search }, headers) => ({ dispatcher: agent, origin, path: pathname + search, headers }),
    destroy: () => agent.destroy(),
  };
}

function noProxyThere(): never {
  throw new ProxyError('badAddress');
}

function agentOf(connect: NonNullable<Agent.Options['connect']>): Agent {
  return new Agent({
    connect,
    // The deadline of the request as a whole bounds these two; undici's own would only cut it short.
    headersTimeout: 0,
    bodyTimeout: 0,
    connections: 4,
    // A service may close an idle connection in the moment in which a request leaves on it, and nobody could tell whether
    // it was taken. So they are kept for what comes at once, not for what comes later.
    keepAliveTimeout: 1000,
    keepAliveMaxTimeout: 5000,
  });
}
