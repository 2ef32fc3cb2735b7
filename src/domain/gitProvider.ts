import { gitProviders, type GitProvider } from './records';

/** A map, because `constructor` is a host name too. */
const wellKnownHosts: ReadonlyMap<string, GitProvider> = new Map([
  ['github.com', 'github'],
  ['www.github.com', 'github'],
  ['ssh.github.com', 'github'],
  ['gitlab.com', 'gitlab'],
  ['altssh.gitlab.com', 'gitlab'],
  ['bitbucket.org', 'bitbucket'],
  ['altssh.bitbucket.org', 'bitbucket'],
]);

export function isGitProvider(value: unknown): value is GitProvider {
  return typeof value === 'string' && (gitProviders as readonly string[]).includes(value);
}

/**
 * The provider behind a host: what the user said of it, else what it is known for. `enterprise_sso` comes from the
 * user's word alone. `undefined` when nothing is known.
 * @param userHosts the setting `gitProviderHosts`: host, with or without its port, to provider
 */
export function providerOf(host: string, userHosts: Readonly<Record<string, unknown>>): GitProvider | undefined {
  const spoken = new Map(Object.entries(userHosts).map(([name, provider]) => [name.trim().toLowerCase(), provider]));
  const withoutPort = host.replace(/:\d+$/, '');
  const candidates = [spoken.get(host), spoken.get(withoutPort)];
  return candidates.find(isGitProvider) ?? wellKnownHosts.get(withoutPort);
}
