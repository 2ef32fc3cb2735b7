import type { ConversationStartRequest, GitProvider } from '../client/records';
import { isBitbucket, type HostedRepository } from './gitProvider';
import type { RemoteLocation } from './remoteUrl';

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
