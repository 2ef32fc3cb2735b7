import type { ConversationStartRequest, GitProvider } from '../client/records';
import { isBitbucket, type HostedRepository } from './gitProvider';
import type { RemoteLocation } from './remoteUrl';

/** Hosts of providers that have one for everybody. */
const hosts: Readonly<Partial<Record<GitProvider, string>>> = {
  github: 'github.com',
  gitlab: 'gitlab.com',
  bitbucket: 'bitbucket.org',
  azure_devops: 'dev.azure.com',
};

/**
 * URL from which another machine can clone the repository of a remote: without credentials, and with the host that an
 * alias stands for. A remote on HTTP keeps its scheme and path. A provider has the same repository on HTTPS as for SSH, and
 * the machine of an agent rather has a token than a key that the provider knows. If the provider isn't known, nobody knows
 * whether its host has anything on HTTPS: then it's the remote's own URL for SSH, with its port.
 */
export function cloneUrlOf(
  { host, repository, isPlainHttp, sshUrl }: RemoteLocation,
  hosted?: HostedRepository & { readonly gitProvider: GitProvider },
): string {
  if (host === 'dev.azure.com') return azureUrl(repository);
  if (sshUrl === undefined) return `${isPlainHttp ? 'http' : 'https'}://${host}/${encoded(repository)}.git`;
  if (!hosted) return sshUrl;
  const isServer = isBitbucket(hosted.gitProvider) && host !== 'bitbucket.org';
  return `${hosted.webUrl}/${isServer ? 'scm/' : ''}${encoded(hosted.repository)}.git`;
}

/** The URL of a repository that isn't open here; `undefined` if its host isn't known. */
export function usualCloneUrl({
  repository,
  git_provider: provider,
}: Pick<ConversationStartRequest, 'repository' | 'git_provider'>): string | undefined {
  const host = provider && hosts[provider];
  return repository === undefined || host === undefined ? undefined : cloneUrlOf({ host, repository });
}

function azureUrl(path: string): string {
  const [organization = '', project = '', name = project] = path.split('/');
  return `https://dev.azure.com/${encoded(`${organization}/${project}`)}/_git/${encoded(name)}`;
}

function encoded(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}
