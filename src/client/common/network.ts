import { proxyHost } from './proxy';

/** How requests leave this machine. What the editor's and the system's settings say, decided by the editor's side. */
export interface NetworkOptions {
  /** `bundled` takes our own connections, `vscode` the editor's `fetch`, which knows PAC files and the system's proxy. */
  readonly httpClient: HttpClient;
  /** The proxy between here and the service; absent when there is none, or when the editor's `fetch` finds it. */
  readonly proxy?: ProxyOptions;
  /** Whether certificates have to be vouched for; `false` takes any. Of the editor's `fetch`, what it is known to do. */
  readonly strictSSL: boolean;
  /** Authorities that are trusted beside Node's own, each a certificate as PEM. */
  readonly certificates: readonly string[];
}

export type HttpClient = 'bundled' | 'vscode';

export interface ProxyOptions {
  /** `http://host:port` or `https://host:port`; it may hold user name and password. */
  readonly url: string;
  /** The whole value of the Proxy-Authorization header; else what `url` holds is taken. */
  readonly authorization?: string;
}

/** Straight to the service, trusting whom Node trusts. */
export const directly: NetworkOptions = { httpClient: 'bundled', strictSSL: true, certificates: [] };

/** The way that a call took. A proxy is told by host and port, without its user. */
export type Route =
  { readonly kind: 'direct' } | { readonly kind: 'proxy'; readonly host: string } | { readonly kind: 'vscode' };

export function routeOf({ httpClient, proxy }: NetworkOptions): Route {
  if (httpClient === 'vscode') return { kind: 'vscode' };
  if (!proxy) return { kind: 'direct' };
  return { kind: 'proxy', host: proxyHost(proxy.url) ?? '' };
}
