import { percentDecoded, urlOf } from '../base/url';

/** Route of requests from this machine. The editor's side decides, by its own settings and the system's. */
export interface NetworkOptions {
  /** `bundled`: our own connections; `vscode`: the editor's `fetch`, which knows PAC files and the system's proxy. */
  readonly httpClient: HttpClient;
  /** The proxy between this machine and the service; absent if there is none, or if the editor's `fetch` finds it. */
  readonly proxy?: ProxyOptions;
  /** Says whether certificates are verified; `false` accepts any. For the editor's `fetch`, its known behavior. */
  readonly strictSSL: boolean;
  /** Certificate authorities trusted in addition to Node's own, each as PEM. */
  readonly certificates: readonly string[];
}

export type HttpClient = 'bundled' | 'vscode';

export interface ProxyOptions {
  /** `http://host:port` or `https://host:port`; it may contain user name and password. */
  readonly url: string;
  /** The whole value of the Proxy-Authorization header; by default, the credentials in `url` are used. */
  readonly authorization?: string;
}

export const directly: NetworkOptions = { httpClient: 'bundled', strictSSL: true, certificates: [] };

/** Route of a call. A proxy is given by host and port, without its user. */
export type Route =
  { readonly kind: 'direct' } | { readonly kind: 'proxy'; readonly host: string } | { readonly kind: 'vscode' };

export function routeOf({ httpClient, proxy }: NetworkOptions): Route {
  if (httpClient === 'vscode') return { kind: 'vscode' };
  if (!proxy) return { kind: 'direct' };
  return { kind: 'proxy', host: proxyHost(proxy.url) ?? '' };
}

/**
 * Host and port of a proxy's URL, without user and password; `undefined` if the parts can't be told apart: a password
 * that contains `/`, `?` or `#` would otherwise be taken for the host.
 */
export function proxyHost(text: string): string | undefined {
  const trimmed = text.trim();
  const address = /^[a-z][a-z\d+.-]*:\/\//i.test(trimmed) ? trimmed : `http://${trimmed}`;
  const { host = '', pathname = '', search = '', hash = '' } = urlOf(address) ?? {};
  return host === '' || [pathname, search, hash].some((part) => part.includes('@')) ? undefined : host;
}

/** Credentials sent to a proxy, in each form in which it could repeat them; a redactor knows their base64 itself. */
export function proxySecrets({ url, authorization = '' }: ProxyOptions): readonly string[] {
  const [, credentials = authorization] = /^[a-z-]+\s+(\S.*)$/is.exec(authorization.trim()) ?? [];
  const [, said = ''] = /^(?:[^/@]*:\/\/)?(.*)@/s.exec(url) ?? [];
  const userInfo = said === '' || said.includes(':') ? said : `${said}:`;
  const basic = [
    Buffer.from(credentials, 'base64').toString(),
    userInfo,
    userInfo.split(':').map(percentDecoded).join(':'),
  ];
  return [authorization, credentials, ...basic, ...basic.map(passwordOf)].filter((secret) => secret !== '');
}

/** The password in `user:password`; without one, the user is a token. */
function passwordOf(userAndPassword: string): string {
  const colon = userAndPassword.indexOf(':');
  const password = userAndPassword.slice(colon + 1);
  return password === '' ? userAndPassword.slice(0, colon) : password;
}
