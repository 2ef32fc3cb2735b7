import { directly } from '../../../src/client/common/network';
import { CertificateAuthority } from '../certificateAuthority';
import { ConnectProxy, type ConnectProxyOptions } from '../connectProxy';
import { closedPort } from './connectionRows';
import { both, openSetting, showLog, tryAgain, type ErrorRow, type Provoked } from './errorRow';

/** A service elsewhere, to which only the proxy would lead. */
const elsewhere = 'https://agents.example.com';
const way = 'If VS Code has a way there (PAC file, system proxy), set agentConversations.httpClient to "vscode".';
const httpProxy = openSetting('http.proxy');

export const proxyRows: readonly ErrorRow[] = [
  {
    title: 'a proxy that nobody has',
    kind: 'proxy.nameNotFound',
    provoke: () => through('http://proxy.invalid:3128'),
    ...both(
      `The host of the proxy proxy.invalid:3128 was not found. Check the setting http.proxy, or HTTPS_PROXY. ${way}`,
      httpProxy,
    ),
  },
  {
    title: 'nothing at the port of the proxy',
    kind: 'proxy.refused',
    provoke: async () => through(`http://127.0.0.1:${await closedPort()}`),
    ...both(`The proxy {proxy} refuses connections. Check the setting http.proxy, or HTTPS_PROXY. ${way}`, httpProxy),
  },
  {
    title: 'no way to the proxy',
    kind: 'proxy.unreachable',
    provoke: () => ({
      ...through('http://10.0.0.1:3128'),
      constructed: { failure: { kind: 'proxy', reason: 'unreachable' }, sent: false },
    }),
    ...both(
      `The proxy 10.0.0.1:3128 cannot be reached. Check your network or VPN, and the setting http.proxy. ${way}`,
      httpProxy,
    ),
  },
  {
    title: '407 from the proxy',
    kind: 'proxy.credentials',
    provoke: () => by({ credentials: { user: 'me', password: 'secret' } }),
    ...both(
      `The proxy {proxy} asks for a user name and password (status 407), or refuses those in http.proxy and http.proxyAuthorization. ${way}`,
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
      `The proxy on the way asks for a user name and password (status 407), or refuses those in http.proxy and http.proxyAuthorization. ${way}`,
      httpProxy,
    ),
  },
  {
    title: '403 from the proxy',
    kind: 'proxy.status',
    provoke: () => by({ misbehaves: { kind: 'refuses', status: 403 } }),
    ...again(`The proxy {proxy} does not allow connections to {host} (status 403). ${way}`),
  },
  {
    title: '502 from the proxy',
    kind: 'proxy.status',
    provoke: () => by({ misbehaves: { kind: 'refuses', status: 502 } }),
    ...again(`The proxy {proxy} could not reach {host} (status 502). ${way}`),
  },
  {
    title: 'a proxy that dies',
    kind: 'proxy.connectionLost',
    provoke: () => by({ misbehaves: { kind: 'closes' } }),
    ...again(`The proxy {proxy} broke off before {host} was reached. ${way}`),
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
      `A secure connection to the proxy {proxy} could not be made. Check its certificate, and whether its address begins with http:// or https://. ${way}`,
      httpProxy,
    ),
  },
  {
    title: 'an address of a proxy that is none',
    kind: 'proxy.badAddress',
    provoke: () => through('proxy of my company'),
    ...both(
      'The address of the proxy cannot be used. In the setting http.proxy, or in HTTPS_PROXY, it looks like http://proxy.example.com:8080.',
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
      `No connection to {host} could be made within 1 second. Check your network or VPN. It goes through the proxy {proxy}. ${way}`,
      openSetting('agentConversations.httpClient'),
    ),
  },
];

function again(sentence: string): Pick<ErrorRow, 'settings' | 'start'> {
  return { settings: [sentence, tryAgain], start: [sentence, showLog] };
}

function through(url: string): Provoked {
  const proxy = URL.canParse(url) ? { proxy: new URL(url).host } : {};
  return { options: { baseUrl: elsewhere, network: { ...directly, proxy: { url } } }, ...proxy };
}

async function by(options: ConnectProxyOptions): Promise<Provoked> {
  const proxy = await ConnectProxy.start(options);
  return { ...through(proxy.url), close: () => proxy.close() };
}
