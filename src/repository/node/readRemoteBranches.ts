import {
  datedRefFormat,
  refFormat,
  remoteBranchesIn,
  type RemoteBranch,
  type RemoteBranches,
} from '../common/remoteBranches';
import type { CloneRemote } from '../common/target';
import type { GitCommand, ProgramResult } from './gitCommand';

const limits = { milliseconds: 30_000, bytes: 32 * 1024 * 1024 };

/** Where a clone keeps the branches of a remote. Its name may have slashes, too. */
export function refPrefix(remote: string): string {
  return `refs/remotes/${remote}/`;
}

/** The branches of a remote, as of the last fetch, without dates; `undefined` when Git doesn't answer. */
export async function readRemoteBranches(git: GitCommand, clone: CloneRemote): Promise<RemoteBranches | undefined> {
  return branchesIn(await listRefs(git, clone, [`--format=${refFormat}`]), clone);
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
  const answer = await listRefs(git, clone, dated);
  // One that took too long would do so again.
  const branches = answer.kind === 'failed' ? await readRemoteBranches(git, clone) : branchesIn(answer, clone);
  return branches?.branches.slice(0, count) ?? [];
}

function listRefs(git: GitCommand, { root, remote }: CloneRemote, options: readonly string[]): Promise<ProgramResult> {
  return git.run(['for-each-ref', ...options, refPrefix(remote)], { root, ...limits });
}

function branchesIn(answer: ProgramResult, { remote }: CloneRemote): RemoteBranches | undefined {
  return answer.kind === 'text' ? remoteBranchesIn(answer.text, refPrefix(remote)) : undefined;
}
