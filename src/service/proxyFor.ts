import { isIPv6 } from 'node:net';
import { isLoopback } from '../client/serviceUrl';

/** VS Code's proxy settings, as set by the user or for the machine. */
export interface ProxySettings {
  /** `http.proxySupport`; `off` means that no proxy is used at all. */
  readonly support: string;
  /** `http.proxy`; empty if it isn't set. */
  readonly proxy: string;
  /** `http.noProxy`: if it names a host, `NO_PROXY` is ignored. */
  readonly noProxy: readonly string[];
}

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The proxy for a URL, with its scheme, or `undefined` if there is none. In VS Code's order: never for loopback, then
 * the exceptions, then the setting, then the environment.
 */
export function proxyFor(
  url: URL,
  { support, proxy, noProxy }: ProxySettings,
  environment: Environment,
): string | undefined {
  if (support === 'off' || isLoopback(url.hostname)) return undefined;
  const settingsExcept = noProxy.filter((entry) => entry.trim() !== '');
  const exceptions = settingsExcept.length > 0 ? settingsExcept : (read(environment, 'no_proxy') ?? '').split(/[\s,]+/);
  if (exceptions.some((entry) => excepts(entry, url))) return undefined;
  const address = proxy.trim() || fromEnvironment(url, environment);
  // Variables may name a proxy without a scheme.
  return address === undefined || address.includes('://') ? address : `http://${address}`;
}

/** Many https services are reached through the proxy that is set for http only; VS Code uses it for both, too. */
function fromEnvironment({ protocol }: URL, environment: Environment): string | undefined {
  const https = protocol === 'https:' ? read(environment, 'https_proxy') : undefined;
  return https ?? read(environment, 'http_proxy');
}

/** Lower case takes precedence, as everywhere; an empty value means none. */
function read(environment: Environment, name: string): string | undefined {
  return [environment[name], environment[name.toUpperCase()]].find((value) => value?.trim())?.trim();
}

/** Accepts `*`, a host or the end of one, with or without dot, star and port, or an IP address. */
function excepts(entry: string, url: URL): boolean {
  const text = entry.trim().toLowerCase();
  if (text === '*') return true;
  const [, inBrackets, name, port] = /^(?:\[([^\]]+)\]|([^:[\]]+))(?::(\d+))?$/.exec(text) ?? [];
  if (port !== undefined && port !== (url.port || (url.protocol === 'https:' ? '443' : '80'))) return false;
  if (name === undefined) return isSameIpv6(inBrackets ?? text, url.hostname);
  const domain = name.replace(/^\*?\./, '').replace(/\.$/, '');
  return domain !== '' && `.${url.hostname.replace(/\.$/, '')}`.endsWith(`.${domain}`);
}

/** One IPv6 address has many spellings, which `URL` normalizes; a zone, which only `isIPv6` accepts, isn't one. */
function isSameIpv6(text: string, hostname: string): boolean {
  return isIPv6(text) && !text.includes('%') && new URL(`http://[${text}]`).hostname === hostname;
}
