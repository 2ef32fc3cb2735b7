import {
  datedRefFormat,
  refFormat,
  remoteBranchesIn,
  type RemoteBranch,
  type RemoteBranches,
} from '../common/remoteBranches';
import type { CloneRemote } from '../common/target';
import type { GitCommand } from './gitCommand';

const limits = { milliseconds: 30_000, bytes: 32 * 1024 * 1024 };

/** Where a clone keeps the branches of a remote. Its name may have slashes, too. */
export function refPrefix(remote: string): string {
  return `refs/remotes/${remote}/`;
}

/** The branches of a remote, as of the last fetch, without dates; `undefined` when Git doesn't answer. */
export function readRemoteBranches(git: GitCommand, clone: CloneRemote): Promise<RemoteBranches | undefined> {
  return read(git, clone, [`--format=${refFormat}`]);
}

/**
 * The branches of a remote with the newest commits first, as of the last fetch: in the order of their names, and without
 * dates, if a commit has an impossible one. None when Git doesn't answer.
 */
export async function readNewestBranches(
  git: GitCommand,
  clone: CloneRemote,
  count: number,
): Promise<readonly RemoteBranch[]> {
  // The default branch may be one of them by another name.
  const dated = ['--sort=-committerdate', `--count=${count + 1}`, `--format=${datedRefFormat}`];
  const { branches = [] } = (await read(git, clone, dated)) ?? (await readRemoteBranches(git, clone)) ?? {};
  return branches.slice(0, count);
}

async function read(
  git: GitCommand,
  { root, remote }: CloneRemote,
  options: readonly string[],
): Promise<RemoteBranches | undefined> {
  const prefix = refPrefix(remote);
  const answer = await git.run(['for-each-ref', ...options, prefix], { root, ...limits });
  return answer.kind === 'text' ? remoteBranchesIn(answer.text, prefix) : undefined;
}
