import { pagePaths } from './apis/registry';
import { urlOf } from '../base/url';
import { withoutUserInfo } from '../base/secretShapes';

/** A parsed service URL. Only {@link parseServiceUrl} creates it. */
export interface ServiceAddress {
  /** `{base_url}` of the interface: without a trailing slash, with the path prefix. */
  readonly baseUrl: string;
  /** Scheme, host and port. A session key belongs to an origin. */
  readonly origin: string;
  /** True if the service runs on the machine that calls it. */
  readonly loopback: boolean;
  /** True for https, and for http to loopback: nobody can read the session key in transit. */
  readonly secure: boolean;
}

export type ServiceUrlRefusal = 'empty' | 'notAnAddress' | 'scheme' | 'credentials' | 'query';

export type ServiceUrlResult =
  { readonly ok: true; readonly address: ServiceAddress } | { readonly ok: false; readonly reason: ServiceUrlRefusal };

export function parseServiceUrl(text: string): ServiceUrlResult {
  const trimmed = text.trim();
  if (trimmed === '') return refuse('empty');
  // URL silently drops tabs, line breaks and invisible characters, and repairs `http:host`, `http:///host` and
  // `http:\\host`. Input that needs this is a mistake, or made to look like another URL.
  if (/[\s\\\p{Cc}\p{Cf}]|^https?:\/{3}/iu.test(trimmed)) return refuse('notAnAddress');
  if (!/^https?:\/\//i.test(trimmed))
    return refuse(/^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? 'scheme' : 'notAnAddress');
  const url = urlOf(trimmed);
  if (!url) return refuse('notAnAddress');
  // Also for empty credentials, which can hide where the host begins.
  if (/^https?:\/\/[^/?#]*@/i.test(trimmed)) return refuse('credentials');
  if (url.search !== '' || url.hash !== '') return refuse('query');
  // Servers print these addresses when they start, for "all addresses of this machine". Users copy them.
  if (url.hostname === '0.0.0.0' || url.hostname === '[::]') url.hostname = 'localhost';
  const loopback = isLoopback(url.hostname);
  return {
    ok: true,
    address: {
      baseUrl: url.origin + url.pathname.replace(/(?<!\/)\/+$/, ''),
      origin: url.origin,
      loopback,
      secure: loopback || url.protocol === 'https:',
    },
  };
}

/**
 * Like `parseServiceUrl`, for a URL copied from a browser: removes query and fragment, and the path of a page of the
 * service with everything after it.
 */
export function parsePageUrl(text: string): ServiceUrlResult {
  const result = parseServiceUrl(text);
  if (!result.ok) return result.reason === 'query' ? parsePageUrl(shownServiceUrl(text)) : result;
  const { baseUrl, origin } = result.address;
  const path = withoutPage(baseUrl.slice(origin.length));
  return { ok: true, address: { ...result.address, baseUrl: origin + path } };
}

function withoutPage(path: string): string {
  const starts = pagePaths.map((page) => `${path}/`.indexOf(`${page}/`)).filter((start) => start >= 0);
  return path.slice(0, Math.min(path.length, ...starts)).replace(/(?<!\/)\/+$/, '');
}

/** The part of a text that can be shown, even if it isn't a valid service URL: no user, password, query and fragment. */
export function shownServiceUrl(text: string): string {
  return withoutUserInfo(text).split(/[?#]/, 1)[0] ?? '';
}

function refuse(reason: ServiceUrlRefusal): ServiceUrlResult {
  return { ok: false, reason };
}

/**
 * True if a host, as `URL` spells it, is certainly this machine. Subdomains of `localhost` don't count: the system may
 * look them up on the network.
 */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
}

/** IPv4 addresses inside IPv6 ones: mapped, translated, compatible, and behind NAT64 (RFC 6052, RFC 8215). */
const insideIpv6 = /^\[(?:::(?:ffff:(?:0:)?)?|64:ff9b:(?:1:)?:)(?:7f[\da-f]{2}|0|a9fe):[\da-f]{1,4}\]$/;

/**
 * True if a host, as `URL` spells it, may mean a different machine depending on where it's called from: loopback
 * addresses, names that systems, containers and virtual machines use for these, and link-local addresses.
 */
export function differsByMachine(hostname: string): boolean {
  const name = hostname.replace(/\.$/, '');
  return (
    /^(?:.+\.)?localhost$|^localhost(?:4|6)?(?:\.localdomain[46]?)?$|^ip6-(?:localhost|loopback)$/.test(name) ||
    /\.docker\.internal$|^docker\.for\.(?:mac|win)\.(?:host\.internal|localhost)$/.test(name) ||
    /^host\.(?:.+\.)?internal$|^_(?:gateway|outbound|localdns(?:stub|proxy))$/.test(name) ||
    /^(?:127|0)(?:\.\d+){3}$|^169\.254(?:\.\d+){2}$|^\[fe[89ab][\da-f]:|^\[::1?\]$/.test(name) ||
    insideIpv6.test(name)
  );
}
