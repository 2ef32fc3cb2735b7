import { urlOf } from '../../base/common/url';
import { withoutUserInfo } from '../../base/common/secretShapes';

/** Where a service is. Made by {@link parseServiceUrl} alone. */
export interface ServiceAddress {
  /** `{base_url}` of the interface: no trailing slash, a path prefix kept. */
  readonly baseUrl: string;
  /** Scheme, host and port: what a session key belongs to. */
  readonly origin: string;
  /** The service runs on the machine that calls it. */
  readonly loopback: boolean;
  /** https, or http to loopback: nobody on the way can read the session key. */
  readonly secure: boolean;
}

export type ServiceUrlRefusal = 'empty' | 'notAnAddress' | 'scheme' | 'credentials' | 'query';

export type ServiceUrlResult =
  { readonly ok: true; readonly address: ServiceAddress } | { readonly ok: false; readonly reason: ServiceUrlRefusal };

/** Reads what a person typed as the service's address. */
export function parseServiceUrl(text: string): ServiceUrlResult {
  const trimmed = text.trim();
  if (trimmed === '') return refuse('empty');
  // URL drops tabs, line breaks and what is invisible in silence and repairs `http:host`, `http:///host` and
  // `http:\\host`: an address that needs any of it is a mistake, or meant to look like another one.
  if (/[\s\\\p{Cc}\p{Cf}]|^https?:\/{3}/iu.test(trimmed)) return refuse('notAnAddress');
  if (!/^https?:\/\//i.test(trimmed))
    return refuse(/^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? 'scheme' : 'notAnAddress');
  const url = urlOf(trimmed);
  if (!url) return refuse('notAnAddress');
  // Empty ones leave nothing in the URL but can hide where the host begins.
  if (/^https?:\/\/[^/?#]*@/i.test(trimmed)) return refuse('credentials');
  if (url.search !== '' || url.hash !== '') return refuse('query');
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

/** What may be shown of a text that is no address of a service: without user, password, query and fragment. */
export function shownServiceUrl(text: string): string {
  return withoutUserInfo(text).split(/[?#]/, 1)[0] ?? '';
}

function refuse(reason: ServiceUrlRefusal): ServiceUrlResult {
  return { ok: false, reason };
}

/**
 * Whether a host, as `URL` spells it, is the machine that calls. Names below `localhost` are not: the system may ask the
 * network for them.
 */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
}

/**
 * Whether a host, as `URL` spells it, may be another machine on each machine that calls it: every loopback address, names
 * that systems, containers and virtual machines take for one, and addresses that mean something on one link alone.
 */
export function differsByMachine(hostname: string): boolean {
  const name = hostname.replace(/\.$/, '');
  return (
    /^(?:.+\.)?localhost$|^localhost(?:4|6)?(?:\.localdomain[46]?)?$|^ip6-(?:localhost|loopback)$/.test(name) ||
    /\.docker\.internal$|^docker\.for\.(?:mac|win)\.(?:host\.internal|localhost)$/.test(name) ||
    /^host\.(?:containers|lima|orb)\.internal$/.test(name) ||
    /^(?:127|0)(?:\.\d+){3}$|^169\.254(?:\.\d+){2}$|^\[fe[89ab][\da-f]:/.test(name) ||
    /^\[::1?\]$|^\[::ffff:(?:7f[\da-f]{2}|0|a9fe):[\da-f]{1,4}\]$/.test(name)
  );
}
