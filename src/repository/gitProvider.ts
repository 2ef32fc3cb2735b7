import { isRecord } from '../base/json';
import { gitProviders, type interfaceProviders, isGitProvider, type GitProvider } from '../client/records';
import { canonicalHost } from './remoteUrl';
import { urlOf } from '../base/url';

/** Facts about hosts beyond what the settings say. */
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

/** Of providers that every service takes. A map, because `constructor` is a host name too. */
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

/** True if the provider behind this host is commonly known. */
export function isWellKnownHost(host: string): boolean {
  return wellKnownHosts.has(canonicalHost(host.toLowerCase()));
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
    wellKnownHosts.get(canonicalHost(withoutPort)) ??
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

/**
 * The repository as its provider knows it. Bitbucket Data Center puts `scm/` before it in clone URLs; with other
 * providers that is the name of a group.
 */
export function repositoryOn(provider: GitProvider, repository: string): string {
  const isBitbucket = provider === 'bitbucket' || provider === 'bitbucket_data_center';
  return isBitbucket ? repository.replace(/^(?:[^/]+\/)*?scm\/(?=[^/]+\/[^/]+$)/, '') : repository;
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
  const address = text.trim().replace(/^(?!http:\/\/)(?:[a-z][a-z\d+.-]*:\/\/)?/i, 'https://');
  const host = urlOf(address)?.host.replace(/\.(?=:|$)/, '');
  return host === undefined ? undefined : canonicalHost(host);
}
