import { isRecord } from '../base/json';
import { gitProviders, type interfaceProviders, isGitProvider, type GitProvider } from '../client/records';
import { canonicalHost, type RemoteLocation } from './remoteUrl';
import { urlOf } from '../base/url';

export interface LearnedProviders {
  /** The user's answers when asked for a host's provider: host to provider. */
  readonly rememberedProviders?: Readonly<Record<string, unknown>> | undefined;
  /** VS Code's setting of a GitHub Enterprise server's URI. */
  readonly gitHubUri?: unknown;
  /** `provider_tokens_set` as the service sent it (interface section 2.6): provider to host, in shapes that vary. */
  readonly providerTokens?: unknown;
  /** The providers that the service takes; any if it isn't known. */
  readonly providers?: readonly GitProvider[];
}

/** Hosts of providers that every service takes. It is a map, because `constructor` can be a host name too. */
const wellKnownHosts: ReadonlyMap<string, (typeof interfaceProviders)[number]> = new Map([
  ['github.com', 'github'],
  ['gitlab.com', 'gitlab'],
  ['bitbucket.org', 'bitbucket'],
]);

/** Hosts of providers that not every service has: used where the service has a token for them. */
const usualHosts: Readonly<Partial<Record<GitProvider, string>>> = {
  azure_devops: 'dev.azure.com',
  forgejo: 'codeberg.org',
};

export function isWellKnownHost(host: string): boolean {
  return wellKnownProvider(host.toLowerCase()) !== undefined;
}

/** GitHub Enterprise Cloud with data residency has a host for each enterprise. */
function wellKnownProvider(host: string) {
  return wellKnownHosts.get(canonicalHost(host)) ?? (/^[a-z\d-]+\.ghe\.com$/.test(host) ? 'github' : undefined);
}

/**
 * The provider behind a host: the setting, else the well-known provider, else the user's earlier answer, else GitHub for
 * the hosts of GitHub Enterprise in VS Code's settings, else what the service reports. `enterprise_sso` comes from the
 * user alone. `undefined` when nothing is known.
 * @param userHosts the setting `gitProviderHosts`: host, with or without its port, to provider
 */
export function providerOf(
  host: string,
  userHosts: Readonly<Record<string, unknown>>,
  { rememberedProviders = {}, gitHubUri, providerTokens, providers = gitProviders }: LearnedProviders = {},
): GitProvider | undefined {
  const withoutPort = host.replace(/:\d+$/, '');
  const names = [...new Set([host, withoutPort].map(canonicalHost))];
  return (
    namedIn(userHosts, names) ??
    wellKnownProvider(withoutPort) ??
    namedIn(rememberedProviders, names) ??
    (names.some((name) => name === hostIn(gitHubUri)) ? 'github' : undefined) ??
    reportedIn(providerTokens, names, providers)
  );
}

/** The value that the setting `gitProviderHosts` has for a host, if it isn't a provider. */
export function unknownIn(userHosts: Readonly<Record<string, unknown>>, host: string): string | undefined {
  const names = [host, host.replace(/:\d+$/, '')].map(canonicalHost);
  const [, value] = Object.entries(userHosts).find(([name]) => names.some((one) => one === hostIn(name))) ?? [];
  return typeof value === 'string' && !isGitProvider(value) ? value : undefined;
}

export interface HostedRepository {
  readonly repository: string;
  /** Base URL of the provider's website: `https://git.example.com/gitlab`. */
  readonly webUrl: string;
}

/**
 * The repository without what its URL has before it: the path that a provider is installed below, as the settings or
 * the service name it, and `scm/` of Bitbucket Data Center.
 */
export function repositoryOn(
  provider: GitProvider,
  { host, repository, isPlainHttp }: RemoteLocation,
  userHosts: Readonly<Record<string, unknown>> = {},
  { providerTokens }: Pick<LearnedProviders, 'providerTokens'> = {},
): HostedRepository {
  const isWellKnown = isWellKnownHost(host.replace(/:\d+$/, ''));
  const sites = isWellKnown ? [] : sitesOf(provider, host, userHosts, providerTokens);
  const isHttp = !isWellKnown && (isPlainHttp || sites.some((site) => site.isHttp));
  const webUrlAt = (path = '') => `${isHttp ? 'http' : 'https'}://${host}${path === '' ? '' : `/${path}`}`;
  const [, context, ofBitbucket] =
    (isBitbucket(provider) && /^(?:(.+?)\/)?scm\/([^/]+\/[^/]+)$/.exec(repository)) || [];
  if (ofBitbucket !== undefined) return { repository: ofBitbucket, webUrl: webUrlAt(context) };
  for (const { path } of sites) {
    const rest = repository.startsWith(`${path}/`) ? repository.slice(path.length + 1) : '';
    if (rest.includes('/')) return { repository: rest, webUrl: webUrlAt(path) };
  }
  return { repository, webUrl: webUrlAt(sites[0]?.path) };
}

export function isBitbucket(provider: GitProvider): boolean {
  return provider === 'bitbucket' || provider === 'bitbucket_data_center';
}

const belowPaths: readonly GitProvider[] = ['gitlab', 'forgejo', 'bitbucket', 'bitbucket_data_center'];

/** The addresses of a provider on a host, as the settings and the service name them; the path has no API in it. */
function sitesOf(
  provider: GitProvider,
  host: string,
  userHosts: Readonly<Record<string, unknown>>,
  tokens: unknown,
): readonly { readonly path: string; readonly isHttp: boolean }[] {
  if (!belowPaths.includes(provider)) return [];
  const named = Object.entries(userHosts).flatMap(([address, value]) => (value === provider ? [address] : []));
  const reported = isRecord(tokens) ? [reportedHost(tokens[provider])] : [];
  const names = [host, host.replace(/:\d+$/, '')].map(canonicalHost);
  return [...named, ...reported].flatMap((address) => {
    if (typeof address !== 'string' || !names.some((name) => name === hostIn(address))) return [];
    const segments = (addressIn(address)?.pathname ?? '').split('/').filter((segment) => segment !== '');
    const path = segments.join('/').replace(/(?:^|\/)api\/v\d+$/, '');
    return [{ path, isHttp: /^\s*http:\/\//i.test(address) }];
  });
}

function namedIn(hosts: Readonly<Record<string, unknown>>, names: readonly string[]): GitProvider | undefined {
  const known = new Map(Object.entries(hosts).map(([name, provider]) => [hostIn(name), provider]));
  return names.map((name) => known.get(name)).find(isGitProvider);
}

/** A provider without a host is on its usual one; a host with two providers is ambiguous. */
function reportedIn(
  tokens: unknown,
  names: readonly string[],
  providers: readonly GitProvider[],
): GitProvider | undefined {
  const reported = isRecord(tokens) ? tokens : {};
  const hosts = providers
    .filter((provider) => provider !== 'enterprise_sso' && Object.hasOwn(reported, provider))
    .map((provider) => ({ provider, host: hostIn(reportedHost(reported[provider]) ?? usualHosts[provider]) }));
  for (const name of names) {
    const [first, ...others] = hosts.filter(({ host }) => host === name);
    if (first) return others.length === 0 ? first.provider : undefined;
  }
  return undefined;
}

function reportedHost(value: unknown): unknown {
  return isRecord(value) ? value['host'] : value;
}

/** The host in `git.example.com`, `git.example.com:8443` or the URL of either. */
function hostIn(text: unknown): string | undefined {
  if (typeof text !== 'string') return undefined;
  const host = addressIn(text)?.host.replace(/\.(?=:|$)/, '');
  return host === undefined ? undefined : canonicalHost(host);
}

function addressIn(text: string): URL | undefined {
  return urlOf(text.trim().replace(/^(?!http:\/\/)(?:[a-z][a-z\d+.-]*:\/\/)?/i, 'https://'));
}
