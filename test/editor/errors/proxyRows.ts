import { directly } from '../../../src/client/network';
import { CertificateAuthority } from '../../support/certificateAuthority';
import { ConnectProxy, type ConnectProxyOptions } from '../../support/connectProxy';
import { freeAddress } from '../../support/freeAddress';
import { both, openSetting, type ErrorRow, type Provoked } from './errorRow';

/** A service elsewhere, which only the proxy could reach. */
const elsewhere = 'https://agents.example.com';
const way = 'If the connection needs a PAC file or the system proxy, set agentConversations.httpClient to "vscode".';
const otherwise = 'Otherwise, check your network or VPN.';
const httpClient = openSetting('agentConversations.httpClient');
const httpProxy = openSetting('http.proxy');

export const proxyRows: readonly ErrorRow[] = [
  {
    title: 'a proxy that nobody has',
    kind: 'proxy.nameNotFound',
    provoke: () => through('http://proxy.invalid:3128'),
    ...both(
      `The host of proxy proxy.invalid:3128 wasn't found. Check the http.proxy setting or HTTPS_PROXY. ${way}`,
      httpProxy,
    ),
  },
  {
    title: 'nothing at the port of the proxy',
    kind: 'proxy.refused',
    provoke: async () => through(await freeAddress()),
    ...both(`Proxy {proxy} refused the connection. Check the http.proxy setting or HTTPS_PROXY. ${way}`, httpProxy),
  },
  {
    title: 'no way to the proxy',
    kind: 'proxy.unreachable',
    provoke: () => ({
      ...through('http://10.0.0.1:3128'),
      constructed: { failure: { kind: 'proxy', reason: 'unreachable' }, sent: false },
    }),
    ...both(
      `Proxy 10.0.0.1:3128 can't be reached. Check your network or VPN, and the http.proxy setting. ${way}`,
      httpProxy,
    ),
  },
  {
    title: '407 from the proxy',
    kind: 'proxy.credentials',
    provoke: () => by({ credentials: { user: 'me', password: 'secret' } }),
    ...both(
      `Proxy {proxy} requires a username and password (status 407), or rejected the ones in http.proxy and http.proxyAuthorization. ${way}`,
      httpProxy,
    ),
  },
  {
    title: '407 where no proxy is set',
    kind: 'proxy.credentials',
    provoke: () => ({
      options: { baseUrl: elsewhere },
      constructed: { failure: { kind: 'proxy', reason: 'credentials', status: 407 }, sent: true },
    }),
    ...both(
      `The proxy requires a username and password (status 407), or rejected the ones in http.proxy and http.proxyAuthorization. ${way}`,
      httpProxy,
    ),
  },
  {
    title: '403 from the proxy',
    kind: 'proxy.status',
    provoke: () => by({ misbehaves: { kind: 'refuses', status: 403 } }),
    ...both(`Proxy {proxy} doesn't allow connections to {host} (status 403). ${way}`, httpClient),
  },
  {
    title: '502 from the proxy',
    kind: 'proxy.status',
    provoke: () => by({ misbehaves: { kind: 'refuses', status: 502 } }),
    ...both(`Proxy {proxy} couldn't reach {host} (status 502). ${way}`, httpClient),
  },
  {
    title: 'a proxy that dies',
    kind: 'proxy.connectionLost',
    provoke: () => by({ misbehaves: { kind: 'closes' } }),
    ...both(`Proxy {proxy} closed the connection before it reached {host}. ${way}`, httpClient),
  },
  {
    title: 'a proxy whose certificate nobody vouches for',
    kind: 'proxy.tls',
    provoke: () => {
      const authority = CertificateAuthority.make();
      const tls = authority?.issue({ names: ['127.0.0.1'] });
      authority?.dispose();
      return tls && by({ tls });
    },
    ...both(
      `Couldn't establish a secure connection to proxy {proxy}. Check its certificate and whether its URL starts with http:// or https://. ${way}`,
      httpProxy,
    ),
  },
  {
    title: 'an address of a proxy that is none',
    kind: 'proxy.badAddress',
    provoke: () => through('proxy of my company'),
    ...both(
      "The proxy URL isn't valid. In the http.proxy setting or in HTTPS_PROXY, use a URL like http://proxy.example.com:8080.",
      httpProxy,
    ),
  },
  {
    title: 'a proxy that never answers',
    kind: 'timeout',
    provoke: async () => {
      const muted = await by({ misbehaves: { kind: 'mute' } });
      return { ...muted, options: { ...muted.options, timeoutSeconds: 1 } };
    },
    ...both(
      `Couldn't connect to {host} within 1 second. The request goes through proxy {proxy}. ${way} ${otherwise}`,
      openSetting('agentConversations.httpClient'),
    ),
  },
];

function through(url: string): Provoked {
  const proxy = URL.canParse(url) ? { proxy: new URL(url).host } : {};
  return { options: { baseUrl: elsewhere, network: { ...directly, proxy: { url } } }, ...proxy };
}

async function by(options: ConnectProxyOptions): Promise<Provoked> {
  const proxy = await ConnectProxy.start(options);
  return { ...through(proxy.url), close: () => proxy.close() };
}
