import type { GitProvider } from '../client/records';

interface HostedBranch {
  readonly host: string;
  /** Base URL of the provider's website: `https://git.example.com/gitlab`. */
  readonly webUrl: string;
  /** Path of the repository on its host, without `.git`. */
  readonly repository: string;
  readonly branch: string;
  /** The branch that the agent began from, if it is known. */
  readonly target?: string;
}

type Page = (repository: HostedBranch) => string | undefined;

/** Pages where a pull or merge request for a branch is created, or shown if there is one. */
const pages: Readonly<Record<GitProvider, Page>> = {
  github: ({ repository, branch, target }) => {
    const range = target === undefined ? path(branch) : `${path(target)}...${path(branch)}`;
    return `/${path(repository)}/compare/${range}?expand=1`;
  },
  gitlab: ({ repository, branch, target }) =>
    `/${path(repository)}/-/merge_requests/new?${query({
      'merge_request[source_branch]': branch,
      'merge_request[target_branch]': target,
    })}`,
  bitbucket: (on) =>
    on.host === 'bitbucket.org'
      ? `/${path(on.repository)}/pull-requests/new?${query({ source: on.branch, dest: on.target })}`
      : dataCenterPage(on),
  bitbucket_data_center: dataCenterPage,
  forgejo: ({ repository, branch, target }) =>
    `/${path(repository)}/compare/${target === undefined ? '' : `${path(target)}...`}${path(branch)}`,
  // "{organization}/{project}/{repository}"; servers of its own have other paths.
  azure_devops: ({ host, repository, branch, target }) => {
    const [organization, project, name, ...more] = repository.split('/').map(encodeURIComponent);
    if (host !== 'dev.azure.com' || name === undefined || more.length > 0) return undefined;
    return `/${organization}/${project}/_git/${name}/pullrequestcreate?${query({ sourceRef: branch, targetRef: target })}`;
  },
  // Its repositories may be on any of the hosts above.
  enterprise_sso: () => undefined,
};

function dataCenterPage({ repository, branch, target }: HostedBranch): string | undefined {
  const [project, name, ...more] = repository.split('/');
  if (project === undefined || name === undefined || more.length > 0) return undefined;
  const refs = { sourceBranch: `refs/heads/${branch}`, targetBranch: target && `refs/heads/${target}` };
  return `/projects/${path(project)}/repos/${path(name)}/pull-requests?create&${query(refs)}`;
}

/** URL of the page for a pull or merge request; `undefined` if the host isn't known. */
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
