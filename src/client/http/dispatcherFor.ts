import type { NetworkOptions } from '../network';
import type { Connections } from './connections';
import { proxyAddress, ProxyError } from './proxy';
import { Agent, type Dispatcher } from './undici';

type Headers = Readonly<Record<string, string>>;

/** Dispatcher of a request, with its origin, path and headers. */
export interface RoutedRequest {
  readonly dispatcher: Dispatcher;
  readonly origin: string;
  readonly path: string;
  readonly headers: Headers;
}

/** The route from this machine to the service. */
export interface RouteDispatcher {
  /** @throws {ProxyError} if the proxy's URL isn't valid */
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
    // Some proxies reject tunnels to ports other than 443: a request that may be read in transit is sent without one,
    // according to RFC 9112, section 3.2.2.
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
    // The deadline of the whole request bounds these two; undici's own would only cut it short.
    headersTimeout: 0,
    bodyTimeout: 0,
    connections: 4,
    // A service may close an idle connection at the moment a request leaves on it, and it would be unknown whether the
    // request was accepted. So connections are reused for immediately following requests only.
    keepAliveTimeout: 1000,
    keepAliveMaxTimeout: 5000,
  });
}
