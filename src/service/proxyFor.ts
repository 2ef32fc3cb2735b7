import { BlockList, isIPv4 } from 'node:net';
import { domainToASCII } from 'node:url';
import { isLoopback } from '../client/serviceUrl';

export interface ProxySettings {
  /** `http.proxySupport`; `off` means that no proxy is used at all. */
  readonly support: string;
  /** `http.proxy`; empty if it isn't set. */
  readonly proxy: string;
  /** `http.noProxy`: if it names a host, `NO_PROXY` is ignored. */
  readonly noProxy: readonly string[];
}

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The proxy for a URL, with its scheme, or `undefined` if there is none. In VS Code's order: never for loopback, then
 * the exceptions, then the setting, then the environment.
 * @param notUnderstood is called with each exception that has no meaning here
 */
export function proxyFor(
  url: URL,
  { support, proxy, noProxy }: ProxySettings,
  environment: Environment,
  notUnderstood: (exception: string) => void = () => undefined,
): string | undefined {
  if (support === 'off' || isLoopback(url.hostname)) return undefined;
  const inSetting = noProxy.filter((entry) => entry.trim() !== '');
  const entries = inSetting.length > 0 ? inSetting : (read(environment, 'no_proxy') ?? '').split(/[\s,]+/);
  const exceptions = entries.filter(Boolean).flatMap((entry) => {
    const exception = exceptionOf(entry.trim().toLowerCase());
    if (!exception) notUnderstood(entry);
    return exception ?? [];
  });
  if (exceptions.some((includesUrl) => includesUrl(url))) return undefined;
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

/**
 * Understands `*`, a host or the end of one, with or without dot, star and port, an IP address, and a range of them:
 * `10.0.0.0/8`, `fd00::/8`, `172.16.*`.
 */
function exceptionOf(text: string): ((url: URL) => boolean) | undefined {
  if (text === '*') return () => true;
  // Before a port is split off: the end of an IPv6 address looks like one.
  const addresses = addressesOf(text);
  if (addresses) return ({ hostname }) => includes(addresses, hostname);
  const [, host = text, port] = /^(.*?)(?::(\d+))?$/.exec(text) ?? [];
  const hostAddresses = addressesOf(host);
  const domain = /^(?:\*?\.)?([^\s*/:@<>[\]]*[^\s*/:@<>[\].])\.?$/.exec(host)?.[1];
  // A name doesn't end in a number: it's a range that has no meaning here.
  if (!hostAddresses && (domain === undefined || /(?:^|\.)\d+$/.test(domain))) return undefined;
  return (url) =>
    (port === undefined || port === portOf(url)) &&
    (hostAddresses
      ? includes(hostAddresses, url.hostname)
      : `.${url.hostname.replace(/\.$/, '')}`.endsWith(`.${domainToASCII(domain ?? '')}`));
}

function portOf({ port, protocol }: URL): string {
  return port || (protocol === 'https:' ? '443' : '80');
}

/** The IP addresses that a text stands for; `undefined` if it's about a name, or isn't a range. */
function addressesOf(text: string): BlockList | undefined {
  const [, octets] = /^((?:\d{1,3}\.){1,3})\*?(?:\.\*)*$/.exec(text) ?? [];
  if (octets !== undefined) {
    const known = octets.split('.').slice(0, -1);
    return subnet([...known, '0', '0', '0'].slice(0, 4).join('.'), 8 * known.length);
  }
  const [, address = '', prefix] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(text.replace(/^\[([^[\]]*)\](?=\/|$)/, '$1')) ?? [];
  // A zone, as in `fe80::1%eth0`, only means something on this machine, so URLs don't have any.
  if (address.includes('%')) return undefined;
  return subnet(address, Number(prefix ?? (isIPv4(address) ? 32 : 128)));
}

function subnet(address: string, prefix: number): BlockList | undefined {
  const list = new BlockList();
  try {
    list.addSubnet(address, prefix, isIPv4(address) ? 'ipv4' : 'ipv6');
    return list;
  } catch {
    // Another text, or an octet or a prefix that is too large.
    return undefined;
  }
}

function includes(addresses: BlockList, hostname: string): boolean {
  const address = hostname.replace(/^\[|\]$/g, '');
  return addresses.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
}
