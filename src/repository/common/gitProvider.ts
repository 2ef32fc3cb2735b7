import { isRecord } from '../../base/common/json';
import type { GitProvider } from '../../client/common/records';
import { isGitProvider } from '../../client/common/shapes';
import { canonicalHost } from './remoteUrl';
import { isUrl } from '../../base/common/url';

/** Facts about hosts beyond what the settings say. */
export interface LearnedProviders {
  /** The user's answers when asked for a host's provider: host to provider. */
  readonly rememberedProviders?: Readonly<Record<string, unknown>> | undefined;
  /** `provider_tokens_set` as the service sent it (interface section 2.6): provider to host, in shapes that vary. */
  readonly providerTokens?: unknown;
}

/** A map, because `constructor` is a host name too. */
const wellKnownHosts: ReadonlyMap<string, GitProvider> = new Map([
  ['github.com', 'github'],
  ['gitlab.com', 'gitlab'],
  ['bitbucket.org', 'bitbucket'],
]);

/** True if the provider behind this host is commonly known. */
export function isWellKnownHost(host: string): boolean {
  return wellKnownHosts.has(canonicalHost(host.toLowerCase()));
}

/**
 * The provider behind a host: the setting, else the well-known provider, else the user's earlier answer, else what the
 * service reports. `enterprise_sso` comes from the user alone. `undefined` when nothing is known.
 * @param userHosts the setting `gitProviderHosts`: host, with or without its port, to provider
 */
export function providerOf(
  host: string,
  userHosts: Readonly<Record<string, unknown>>,
  { rememberedProviders = {}, providerTokens }: LearnedProviders = {},
): GitProvider | undefined {
  const withoutPort = host.replace(/:\d+$/, '');
  const names = [...new Set([host, withoutPort].map(canonicalHost))];
  return (
    namedIn(userHosts, names) ??
    wellKnownHosts.get(canonicalHost(withoutPort)) ??
    namedIn(rememberedProviders, names) ??
    reportedIn(providerTokens, names)
  );
}

/**
 * The repository as its provider knows it. Bitbucket Data Center puts `scm/` before it in clone URLs; with other
 * providers that is the name of a group.
 */
export function repositoryOn(provider: GitProvider | undefined, repository: string): string {
  return provider === 'bitbucket' ? repository.replace(/^(?:[^/]+\/)*?scm\/(?=[^/]+\/[^/]+$)/, '') : repository;
}

function namedIn(hosts: Readonly<Record<string, unknown>>, names: readonly string[]): GitProvider | undefined {
  const known = new Map(Object.entries(hosts).map(([name, provider]) => [hostIn(name), provider]));
  return names.map((name) => known.get(name)).find(isGitProvider);
}

/** A provider without a host is on its well-known one; a host with two providers is ambiguous. */
function reportedIn(tokens: unknown, names: readonly string[]): GitProvider | undefined {
  const hosts = Object.entries(isRecord(tokens) ? tokens : {}).flatMap(([provider, value]) =>
    isGitProvider(provider) && provider !== 'enterprise_sso' ? [{ provider, host: hostIn(reportedHost(value)) }] : [],
  );
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
  return isUrl(address) ? canonicalHost(new URL(address).host.replace(/\.(?=:|$)/, '')) : undefined;
}
