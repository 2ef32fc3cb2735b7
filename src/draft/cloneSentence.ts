import type { ConversationStartRequest, GitProvider } from '../client/records';
import type { Target } from '../repository/target';

/** Hosts of providers that have one for everybody. */
const hosts: Readonly<Partial<Record<GitProvider, string>>> = {
  github: 'github.com',
  gitlab: 'gitlab.com',
  bitbucket: 'bitbucket.org',
  azure_devops: 'dev.azure.com',
};

/**
 * The sentence that asks an agent to clone the repository of a request into a subfolder: for the agent, so in English
 * whatever VS Code's language is. The URL has no credentials, and the real host where the clone has an alias.
 * @param target the repository that is open here
 * @param resultBranch the branch that the result is to be pushed to, if there is one
 * @returns `undefined` without a repository
 */
export function cloneSentence(
  { repository, git_provider: provider, selected_branch: branch }: ConversationStartRequest,
  target: Target | undefined,
  resultBranch: string | undefined,
): string | undefined {
  if (repository === undefined) return undefined;
  const host = target?.repository === repository ? target.host : provider && hosts[provider];
  const folder = repository.split('/').at(-1) ?? repository;
  return [
    host === undefined ? `Clone the repository ${repository}` : `Clone ${cloneUrl(host, repository)}`,
    `into the subfolder "${folder}" of the current folder,`,
    ...(branch === undefined ? [] : [`check out the branch "${branch}",`]),
    `work there, and push the result to ${resultBranch === undefined ? 'a branch of that repository' : `its branch "${resultBranch}"`}.`,
  ].join(' ');
}

function cloneUrl(host: string, repository: string): string {
  if (host !== 'dev.azure.com') return `https://${host}/${repository}.git`;
  const [organization, project, name = project] = repository.split('/');
  return `https://${host}/${organization}/${project}/_git/${name}`;
}
