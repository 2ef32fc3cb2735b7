import { isRecord } from '../base/json';
import {
  type ConversationStartRequest,
  type GitProvider,
  gitProviders,
  type interfaceProviders,
  isGitProvider,
} from '../client/records';
import { canonicalHost, type RemoteLocation } from './remoteUrl';
import { urlOf } from '../base/url';

export interface ProviderSources {
  /** The user's answers when asked for a host's provider: host to provider. */
  readonly rememberedProviders?: Readonly<Record<string, unknown>> | undefined;
  /** VS Code's setting with the URI of a GitHub Enterprise server. */
  readonly gitHubUri?: unknown;
  /** `provider_tokens_set` as the service sent it (interface section 2.6): provider to host, or to a record with `host`. */
  readonly providerTokens?: unknown;
  /** The providers that the service accepts; absent if that isn't known. */
  readonly providers?: readonly GitProvider[];
}

/** Hosts of providers that every service accepts. A map, because a host may be named `constructor`. */
const wellKnownHosts: ReadonlyMap<string, (typeof interfaceProviders)[number]> = new Map([
  ['github.com', 'github'],
  ['gitlab.com', 'gitlab'],
  ['bitbucket.org', 'bitbucket'],
]);

/** Hosts of providers that not every service accepts. Used if the service has a token for the provider. */
const defaultHosts: Readonly<Partial<Record<GitProvider, string>>> = {
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
 * The provider of a host. The first that is known of: the user's setting, the well-known provider, the user's earlier
 * answer, GitHub for the host in VS Code's setting for GitHub Enterprise, and what the service reports. `enterprise_sso`
 * only comes from the user.
 * @param userHosts the setting `gitProviderHosts`: host, with or without its port, to provider
 */
export function providerOf(
  host: string,
  userHosts: Readonly<Record<string, unknown>>,
  { rememberedProviders = {}, gitHubUri, providerTokens, providers = gitProviders }: ProviderSources = {},
): GitProvider | undefined {
  const names = namesOf(host);
  return (
    providerIn(userHosts, names) ??
    wellKnownProvider(withoutPort(host)) ??
    providerIn(rememberedProviders, names) ??
    (isAmong(names, gitHubUri) ? 'github' : undefined) ??
    reportedProvider(providerTokens, names, providers)
  );
}

/**
 * The location with the port of the provider's website. The URL of a remote on SSH doesn't have it, so it's the port that the
 * service reports for the host, or else the one in the settings, unless there are several.
 */
export function withWebPort(
  location: RemoteLocation,
  userHosts: Readonly<Record<string, unknown>>,
  { providerTokens }: Pick<ProviderSources, 'providerTokens'> = {},
): RemoteLocation {
  const { host, sshUrl } = location;
  if (sshUrl === undefined || isWellKnownHost(host)) return location;
  const sameHost = (addresses: readonly unknown[]) =>
    new Set(addresses.map(parseHost).filter((name) => name !== undefined && withoutPort(name) === host));
  const reported = sameHost(Object.values(isRecord(providerTokens) ? providerTokens : {}).map(reportedHost));
  const [only, ...others] = reported.size > 0 ? reported : sameHost(Object.keys(userHosts));
  return only === undefined || others.length > 0 ? location : { ...location, host: only };
}

/** The value that the user's setting `gitProviderHosts` has for a host, if it isn't a known provider. */
export function unknownSetting(userHosts: Readonly<Record<string, unknown>>, host: string): string | undefined {
  const names = namesOf(host);
  const [, value] = Object.entries(userHosts).find(([key]) => isAmong(names, key)) ?? [];
  return typeof value === 'string' && !isGitProvider(value) ? value : undefined;
}

interface HostedRepository {
  readonly repository: string;
  /** Base URL of the provider's website: `https://git.example.com/gitlab`. */
  readonly webUrl: string;
}

/**
 * The repository's path on its provider, without the path below which the provider is installed (known from the settings
 * or the service), and without the `scm/` of Bitbucket Data Center.
 */
export function repositoryOn(
  provider: GitProvider,
  { host, repository, isPlainHttp }: RemoteLocation,
  userHosts: Readonly<Record<string, unknown>> = {},
  { providerTokens }: Pick<ProviderSources, 'providerTokens'> = {},
): HostedRepository {
  const isWellKnown = isWellKnownHost(withoutPort(host));
  const sites = isWellKnown ? [] : sitesOf(provider, host, userHosts, providerTokens);
  const isHttp = !isWellKnown && (isPlainHttp || sites.some((site) => site.isHttp));
  const webUrlAt = (path = '') => `${isHttp ? 'http' : 'https'}://${host}${path === '' ? '' : `/${path}`}`;
  const [, context, bitbucketRepository] =
    (isBitbucket(provider) && /^(?:(.+?)\/)?scm\/([^/]+\/[^/]+)$/.exec(repository)) || [];
  if (bitbucketRepository !== undefined) return { repository: bitbucketRepository, webUrl: webUrlAt(context) };
  for (const { path } of sites) {
    const rest = repository.startsWith(`${path}/`) ? repository.slice(path.length + 1) : '';
    if (rest.includes('/')) return { repository: rest, webUrl: webUrlAt(path) };
  }
  return { repository, webUrl: webUrlAt(sites[0]?.path) };
}

function isBitbucket(provider: GitProvider): boolean {
  return provider === 'bitbucket' || provider === 'bitbucket_data_center';
}

const providersBelowPaths: readonly GitProvider[] = ['gitlab', 'forgejo', 'bitbucket', 'bitbucket_data_center'];

/** The paths on a host below which a provider is installed, from the settings and the service, without an API's path. */
function sitesOf(
  provider: GitProvider,
  host: string,
  userHosts: Readonly<Record<string, unknown>>,
  tokens: unknown,
): readonly { readonly path: string; readonly isHttp: boolean }[] {
  if (!providersBelowPaths.includes(provider)) return [];
  const named = Object.entries(userHosts).flatMap(([address, value]) => (value === provider ? [address] : []));
  const reported = isRecord(tokens) ? [reportedHost(tokens[provider])] : [];
  const names = namesOf(host);
  return [...named, ...reported].flatMap((address) => {
    if (typeof address !== 'string' || !isAmong(names, address)) return [];
    const segments = (parseAddress(address)?.pathname ?? '').split('/').filter((segment) => segment !== '');
    const path = segments.join('/').replace(/(?:^|\/)api\/v\d+$/, '');
    return [{ path, isHttp: /^\s*http:\/\//i.test(address) }];
  });
}

function providerIn(hosts: Readonly<Record<string, unknown>>, names: readonly string[]): GitProvider | undefined {
  const known = new Map(Object.entries(hosts).map(([name, provider]) => [parseHost(name), provider]));
  return names.map((name) => known.get(name)).find(isGitProvider);
}

/** The provider that the service reports for a host; `undefined` if it reports two. Without a host, the default one counts. */
function reportedProvider(
  tokens: unknown,
  names: readonly string[],
  providers: readonly GitProvider[],
): GitProvider | undefined {
  const reported = isRecord(tokens) ? tokens : {};
  const hosts = providers
    .filter((provider) => provider !== 'enterprise_sso' && Object.hasOwn(reported, provider))
    .map((provider) => ({ provider, host: parseHost(reportedHost(reported[provider]) ?? defaultHosts[provider]) }));
  for (const name of names) {
    const [first, ...others] = hosts.filter(({ host }) => host === name);
    if (first) return others.length === 0 ? first.provider : undefined;
  }
  return undefined;
}

function reportedHost(value: unknown): unknown {
  return isRecord(value) ? value['host'] : value;
}

/** The names under which settings and services may have a host: with and without its port. */
function namesOf(host: string): readonly string[] {
  return [host, withoutPort(host)].map(canonicalHost);
}

function isAmong(names: readonly string[], address: unknown): boolean {
  const host = parseHost(address);
  return host !== undefined && names.includes(host);
}

function withoutPort(host: string): string {
  return host.replace(/:\d+$/, '');
}

/** The host, with its port, in `git.example.com`, `git.example.com:8443` or a URL. */
function parseHost(text: unknown): string | undefined {
  if (typeof text !== 'string') return undefined;
  const host = parseAddress(text)?.host.replace(/\.(?=:|$)/, '');
  return host === undefined ? undefined : canonicalHost(host);
}

function parseAddress(text: string): URL | undefined {
  return urlOf(text.trim().replace(/^(?!http:\/\/)(?:[a-z][a-z\d+.-]*:\/\/)?/i, 'https://'));
}

const publicHosts: Readonly<Partial<Record<GitProvider, string>>> = {
  github: 'github.com',
  gitlab: 'gitlab.com',
  bitbucket: 'bitbucket.org',
  azure_devops: 'dev.azure.com',
};

/**
 * URL from which another machine can clone the repository of a remote, without credentials.
 *
 * A remote on HTTP keeps its scheme and path. For a remote on SSH, it's the provider's HTTPS URL, because an agent's machine
 * is more likely to have a token than an SSH key. If the provider is unknown, its host may have nothing on HTTPS, so it's the
 * remote's SSH URL, with the host that an alias stands for, and its port.
 */
export function cloneUrlOf(
  { host, repository, isPlainHttp, sshUrl }: RemoteLocation,
  hosted?: HostedRepository & { readonly gitProvider: GitProvider },
): string {
  if (host === 'dev.azure.com') return azureUrl(repository);
  if (sshUrl === undefined) return `${isPlainHttp ? 'http' : 'https'}://${host}/${encodePath(repository)}.git`;
  if (!hosted) return sshUrl;
  const isDataCenter = isBitbucket(hosted.gitProvider) && host !== 'bitbucket.org';
  return `${hosted.webUrl}/${isDataCenter ? 'scm/' : ''}${encodePath(hosted.repository)}.git`;
}

/** The URL of a repository on its provider's public host, for one that isn't open here; `undefined` if there is none. */
export function usualCloneUrl({
  repository,
  git_provider: provider,
}: Pick<ConversationStartRequest, 'repository' | 'git_provider'>): string | undefined {
  const host = provider && publicHosts[provider];
  return repository === undefined || host === undefined ? undefined : cloneUrlOf({ host, repository });
}

function azureUrl(path: string): string {
  const [organization = '', project = '', name = project] = path.split('/');
  return `https://dev.azure.com/${encodePath(`${organization}/${project}`)}/_git/${encodePath(name)}`;
}

function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}
