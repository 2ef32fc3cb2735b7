import type { GitCommand } from '../gitCommand';
import { readStatus, readUpstream, type GitStatus } from '../gitStatus';
import { remotesOf } from '../remoteAddress';
import type { Head, RepositorySnapshot } from '../repository';
import type { GitRepository } from './gitApi';

/**
 * Current state of the repository. Files change without the Git extension being told, and its refresh runs one command
 * after the other: Git itself is asked, all at once, since it takes longer to start than to answer.
 * @throws when Git doesn't answer
 */
export async function gitSnapshot(repository: GitRepository, git: GitCommand): Promise<RepositorySnapshot> {
  const [status, remotes] = await Promise.all([readStatus(git), remotesOf(git)]);
  if (!status || !remotes) throw new Error("Git doesn't answer.");
  return { root: git.root, head: await headIn(status, repository, git), remotes, changes: status.changes };
}

async function headIn(
  { branch, commit, upstream }: GitStatus,
  repository: GitRepository,
  git: GitCommand,
): Promise<Head> {
  if (commit === undefined) return { kind: 'unborn', name: branch };
  if (branch === undefined) return detachedAt(commit, repository);
  if (!upstream) return { kind: 'branch', name: branch };
  const { name, ...distance } = upstream;
  // Git doesn't say here which part of the name is the remote; the Git extension does, unless it hasn't noticed the
  // upstream yet.
  const known = repository.state.HEAD?.upstream;
  const found =
    known && `${known.remote}/${known.name}` === name
      ? { remote: known.remote, name: known.name, ...distance }
      : await readUpstream(git, branch);
  return { kind: 'branch', name: branch, ...(found && { upstream: found }) };
}

/** The name of a checked-out tag or remote branch is more helpful than its commit: the Git extension looks for one. */
async function detachedAt(commit: string, repository: GitRepository): Promise<Head> {
  await repository.status();
  const { HEAD, rebaseCommit } = repository.state;
  return { kind: 'detached', at: HEAD?.name ?? commit.slice(0, 8), ...(rebaseCommit && { during: 'rebase' }) };
}
