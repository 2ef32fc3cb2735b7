import { directConnection } from '../../../src/client/network';
import type { Failure, ProxyReason } from '../../../src/client/serviceError';
import { both, constructed, openSetting, type ErrorRow, type Provoked } from './errorRow';

const url = 'http://proxy.example:3128';
const way = 'If the connection needs a PAC file or the system proxy, set agentConversations.httpClient to "vscode".';
const otherwise = 'Otherwise, check your network or VPN.';
const credentials = `requires a username and password (status 407), or rejected the ones in http.proxy and http.proxyAuthorization. ${way}`;

/** The sentences about proxies, and the setting that the button of each opens. The client's tests provoke each with a real proxy. */
const refused: readonly (readonly [
  title: string,
  reason: ProxyReason,
  sentence: string,
  setting: 'http.proxy' | 'agentConversations.httpClient',
  status?: number,
])[] = [
  [
    'a proxy that nobody has',
    'nameNotFound',
    `The host of proxy {proxy} wasn't found. Check the http.proxy setting or HTTPS_PROXY. ${way}`,
    'http.proxy',
  ],
  [
    'nothing at the port of the proxy',
    'refused',
    `Proxy {proxy} refused the connection. Check the http.proxy setting or HTTPS_PROXY. ${way}`,
    'http.proxy',
  ],
  [
    'no way to the proxy',
    'unreachable',
    `Proxy {proxy} can't be reached. Check your network or VPN, and the http.proxy setting. ${way}`,
    'http.proxy',
  ],
  ['407 from the proxy', 'credentials', `Proxy {proxy} ${credentials}`, 'http.proxy', 407],
  [
    '403 from the proxy',
    'status',
    `Proxy {proxy} doesn't allow connections to {host} (status 403). ${way}`,
    'agentConversations.httpClient',
    403,
  ],
  [
    '502 from the proxy',
    'status',
    `Proxy {proxy} couldn't reach {host} (status 502). ${way}`,
    'agentConversations.httpClient',
    502,
  ],
  [
    'a proxy that dies',
    'connectionLost',
    `Proxy {proxy} closed the connection before it reached {host}. ${way}`,
    'agentConversations.httpClient',
  ],
  [
    'a proxy whose certificate nobody vouches for',
    'tls',
    `Couldn't establish a secure connection to proxy {proxy}. Check its certificate and whether its URL starts with http:// or https://. ${way}`,
    'http.proxy',
  ],
];

export const proxyRows: readonly ErrorRow[] = [
  ...refused.map(([title, reason, sentence, setting, status]): ErrorRow => ({
    title,
    kind: `proxy.${reason}`,
    provoke: () => through(url, { kind: 'proxy', reason, ...(status !== undefined && { status }) }),
    ...both(sentence, openSetting(setting)),
  })),
  {
    title: '407 where no proxy is set',
    kind: 'proxy.credentials',
    provoke: () => constructed({ kind: 'proxy', reason: 'credentials', status: 407 }),
    ...both(`The proxy ${credentials}`, openSetting('http.proxy')),
  },
  {
    title: 'an address of a proxy that is none',
    kind: 'proxy.badAddress',
    provoke: () => through('proxy of my company', { kind: 'proxy', reason: 'badAddress' }),
    ...both(
      "The proxy URL isn't valid. In the http.proxy setting or in HTTPS_PROXY, use a URL like http://proxy.example.com:8080.",
      openSetting('http.proxy'),
    ),
  },
  {
    title: 'a proxy that never answers',
    kind: 'timeout',
    provoke: () => through(url, { kind: 'timeout', seconds: 1 }),
    ...both(
      `Couldn't connect to {host} within 1 second. The request goes through proxy {proxy}. ${way} ${otherwise}`,
      openSetting('agentConversations.httpClient'),
    ),
  },
];

function through(proxy: string, failure: Failure): Provoked {
  const { options, ...made } = constructed(failure);
  const host = URL.canParse(proxy) ? { proxy: new URL(proxy).host } : {};
  return { ...made, ...host, options: { ...options, network: { ...directConnection, proxy: { url: proxy } } } };
}
