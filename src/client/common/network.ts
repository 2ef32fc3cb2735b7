import { proxyHost } from './proxy';

/**
 * Route of requests from this machine, according to the editor's and the system's settings. The editor's side decides.
 */
export interface NetworkOptions {
  /**
   * `bundled` uses our own connections, `vscode` the editor's `fetch`, which supports PAC files and the system's proxy.
   */
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

/** Connects directly to the service and trusts Node's certificate authorities. */
export const directly: NetworkOptions = { httpClient: 'bundled', strictSSL: true, certificates: [] };

/** Route of a call. A proxy is given by host and port, without its user. */
export type Route =
  { readonly kind: 'direct' } | { readonly kind: 'proxy'; readonly host: string } | { readonly kind: 'vscode' };

export function routeOf({ httpClient, proxy }: NetworkOptions): Route {
  if (httpClient === 'vscode') return { kind: 'vscode' };
  if (!proxy) return { kind: 'direct' };
  return { kind: 'proxy', host: proxyHost(proxy.url) ?? '' };
}
