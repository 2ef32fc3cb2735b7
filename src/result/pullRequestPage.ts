import type { GitProvider } from '../client/records';

interface HostedBranch {
  readonly host: string;
  /** Base URL of the provider's website: `https://git.example.com/gitlab`. */
  readonly webUrl: string;
  /** Path of the repository on its host, without `.git`. */
  readonly repository: string;
  readonly branch: string;
  readonly target?: string;
}

type PageOf = (repository: HostedBranch) => string | undefined;

/** Pages on which a pull or merge request for a branch is created. If there is one, most providers show it instead. */
const pages: Readonly<Record<GitProvider, PageOf>> = {
  github: ({ repository, branch, target }) => {
    const range = target === undefined ? path(branch) : `${path(target)}...${path(branch)}`;
    return `/${path(repository)}/compare/${range}?expand=1`;
  },
  gitlab: ({ repository, branch, target }) =>
    `/${path(repository)}/-/merge_requests/new?${query({
      'merge_request[source_branch]': branch,
      'merge_request[target_branch]': target,
    })}`,
  bitbucket: (hosted) =>
    hosted.host === 'bitbucket.org'
      ? `/${path(hosted.repository)}/pull-requests/new?${query({ source: hosted.branch, dest: hosted.target })}`
      : dataCenterPage(hosted),
  bitbucket_data_center: dataCenterPage,
  forgejo: ({ repository, branch, target }) =>
    `/${path(repository)}/compare/${target === undefined ? '' : `${path(target)}...`}${path(branch)}`,
  // Only for Azure DevOps Services: `{organization}/{project}/{repository}`. Servers have other paths.
  azure_devops: ({ host, repository, branch, target }) => {
    const [organization, project, name, ...more] = repository.split('/').map(encodeURIComponent);
    if (host !== 'dev.azure.com' || name === undefined || more.length > 0) return undefined;
    return `/${organization}/${project}/_git/${name}/pullrequestcreate?${query({ sourceRef: branch, targetRef: target })}`;
  },
  // The interface doesn't say what host this is.
  enterprise_sso: () => undefined,
};

function dataCenterPage({ repository, branch, target }: HostedBranch): string | undefined {
  const [project, name, ...more] = repository.split('/');
  if (project === undefined || name === undefined || more.length > 0) return undefined;
  const refs = { sourceBranch: `refs/heads/${branch}`, targetBranch: target && `refs/heads/${target}` };
  return `/projects/${path(project)}/repos/${path(name)}/pull-requests?create&${query(refs)}`;
}

/** URL of the page for a pull or merge request; `undefined` if it's unknown, or the branch can't be merged into itself. */
export function pullRequestPage(provider: GitProvider | undefined, branch: HostedBranch): string | undefined {
  if (!provider || branch.branch === branch.target) return undefined;
  const page = pages[provider](branch);
  return page === undefined ? undefined : `${branch.webUrl}${page}`;
}

function path(text: string): string {
  return text.split('/').map(encodeURIComponent).join('/');
}

function query(values: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as [string, string]],
  );
  return new URLSearchParams(given).toString();
}
