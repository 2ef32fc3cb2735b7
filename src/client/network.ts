import { percentDecoded, urlOf } from '../base/url';

/** How requests reach the service. Chosen from VS Code's settings and the system's. */
export interface NetworkOptions {
  /** `bundled` for our own connections, `vscode` for VS Code's `fetch`, which supports PAC files and the system's proxy. */
  readonly httpClient: HttpClient;
  /** The proxy to use. Absent if there is none, or if VS Code's `fetch` finds it. */
  readonly proxy?: ProxyOptions;
  /** False to accept any certificate. With VS Code's `fetch`, it changes nothing, and tells whether that verifies them. */
  readonly strictSSL: boolean;
  /** Certificate authorities trusted in addition to Node's own, each as PEM. */
  readonly certificates: readonly string[];
}

export type HttpClient = 'bundled' | 'vscode';

/** Seconds that VS Code's `fetch` waits for an answer, and for each further part of it, whatever the time limit of a request. */
export const fetchTimeoutSeconds = 300;

export interface ProxyOptions {
  /** `http://host:port` or `https://host:port`; it may contain user name and password. */
  readonly url: string;
  /** The whole value of the Proxy-Authorization header; by default, the credentials in `url` are used. */
  readonly authorization?: string;
}

export const directConnection: NetworkOptions = { httpClient: 'bundled', strictSSL: true, certificates: [] };

/** The route of a call, for messages. A proxy is given by host and port, without credentials. */
export type Route =
  { readonly kind: 'direct' } | { readonly kind: 'proxy'; readonly host: string } | { readonly kind: 'vscode' };

export function routeOf({ httpClient, proxy }: NetworkOptions): Route {
  if (httpClient === 'vscode') return { kind: 'vscode' };
  if (!proxy) return { kind: 'direct' };
  return { kind: 'proxy', host: proxyHost(proxy.url) ?? '' };
}

/**
 * Host and port of a proxy's URL, without user and password. `undefined` if a password may contain `/`, `?` or `#`: the
 * parts can't be told apart then, and a part of the password would be shown as the host.
 */
export function proxyHost(text: string): string | undefined {
  const trimmed = text.trim();
  const address = /^[a-z][a-z\d+.-]*:\/\//i.test(trimmed) ? trimmed : `http://${trimmed}`;
  const { host = '', pathname = '', search = '', hash = '' } = urlOf(address) ?? {};
  return host === '' || [pathname, search, hash].some((part) => part.includes('@')) ? undefined : host;
}

/** Credentials for a proxy, in each form in which the proxy could repeat them. Redactors know base64 forms themselves. */
export function proxySecrets({ url, authorization = '' }: ProxyOptions): readonly string[] {
  const [, credentials = authorization] = /^[a-z-]+\s+(\S.*)$/is.exec(authorization.trim()) ?? [];
  const [, inUrl = ''] = /^(?:[^/@]*:\/\/)?(.*)@/s.exec(url) ?? [];
  const userInfo = inUrl === '' || inUrl.includes(':') ? inUrl : `${inUrl}:`;
  const basic = [
    Buffer.from(credentials, 'base64').toString(),
    userInfo,
    userInfo.split(':').map(percentDecoded).join(':'),
  ];
  return [authorization, credentials, ...basic, ...basic.map(passwordOf)].filter((secret) => secret !== '');
}

/** The password in `user:password`. If it's empty, the user name is a token, and returned. */
function passwordOf(userAndPassword: string): string {
  const colon = userAndPassword.indexOf(':');
  const password = userAndPassword.slice(colon + 1);
  return password === '' ? userAndPassword.slice(0, colon) : password;
}
