import { isLoopback } from '../../client/common/serviceUrl';
import { isUrl } from '../../base/common/url';

/** VS Code's settings about proxies, as a person or the machine has set them. */
export interface ProxySettings {
  /** `http.proxySupport`; `off` means that there is no proxy at all. */
  readonly support: string;
  /** `http.proxy`; empty when it is not set. */
  readonly proxy: string;
  /** `http.noProxy`: where it names a host, `NO_PROXY` does not count. */
  readonly noProxy: readonly string[];
}

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The proxy between here and an address, with its scheme, or `undefined` when there is none. In VS Code's order: never
 * for loopback, then the exceptions, then the setting, then the environment.
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
  return withScheme(proxy.trim() || fromEnvironment(url, environment));
}

/** Many services of https are reached by the proxy that is set for http alone; VS Code takes it for both as well. */
function fromEnvironment({ protocol }: URL, environment: Environment): string | undefined {
  const https = protocol === 'https:' ? read(environment, 'https_proxy') : undefined;
  return https ?? read(environment, 'http_proxy');
}

/** The small spelling first, as everywhere; an empty value means none. */
function read(environment: Environment, name: string): string | undefined {
  return [environment[name], environment[name.toUpperCase()]].find((value) => value?.trim())?.trim();
}

/** Variables name a proxy without scheme, too. */
function withScheme(proxy: string | undefined): string | undefined {
  return proxy === undefined || proxy.includes('://') ? proxy : `http://${proxy}`;
}

/** `*`, a host or the end of one, with or without dot, star and port, or an IP address. */
function excepts(entry: string, url: URL): boolean {
  const text = entry.trim().toLowerCase();
  if (text === '*') return true;
  const [, inBrackets, name, port] = /^(?:\[([^\]]+)\]|([^:[\]]+))(?::(\d+))?$/.exec(text) ?? [];
  if (port !== undefined && port !== (url.port || (url.protocol === 'https:' ? '443' : '80'))) return false;
  if (name === undefined) return isSameIpv6(inBrackets ?? text, url.hostname);
  const domain = name.replace(/^\*?\./, '').replace(/\.$/, '');
  return domain !== '' && `.${url.hostname.replace(/\.$/, '')}`.endsWith(`.${domain}`);
}

/** One address has many spellings, of which `URL` makes one. */
function isSameIpv6(text: string, hostname: string): boolean {
  const address = `http://[${text}]`;
  return text !== '' && isUrl(address) && new URL(address).hostname === hostname;
}
