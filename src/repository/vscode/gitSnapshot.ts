import { readStatus, readUpstream, type GitStatus } from '../gitStatus';
import { parseRemoteUrl } from '../remoteUrl';
import type { FileCounts, Head, RepositorySnapshot } from '../repository';
import type { GitCommand } from '../gitCommand';
import { remotesOf } from '../remoteAddress';
import { headType, untrackedStatus, type GitRepository, type GitRepositoryState } from './gitApi';

/**
 * Current state of the repository. Files change without the Git extension being told, and its refresh runs one command
 * after the other: Git itself is asked, all at once, since it takes longer to start than to answer.
 */
export async function gitSnapshot(repository: GitRepository, git: GitCommand): Promise<RepositorySnapshot> {
  const root = repository.rootUri.fsPath;
  const [status, remotes] = await Promise.all([readStatus(git, root), remotesOf(git, { root })]);
  const head = (status && (await headIn(status, repository, git))) ?? (await headOf(repository, git));
  return {
    root,
    head,
    remotes:
      remotes ??
      repository.state.remotes.map(({ name, fetchUrl = '' }) => ({
        name,
        location: parseRemoteUrl(fetchUrl)?.location,
      })),
    changes: status?.changes ?? countsOf(repository.state),
  };
}

/** `undefined` if HEAD is detached: the Git extension knows what is checked out. */
async function headIn(
  { branch, hasCommit, upstream }: GitStatus,
  { state, rootUri }: GitRepository,
  git: GitCommand,
): Promise<Head | undefined> {
  if (branch === undefined) return undefined;
  if (!hasCommit) return { kind: 'unborn', name: branch };
  if (!upstream) return { kind: 'branch', name: branch };
  const { name, ...distance } = upstream;
  // Git doesn't say here which part of the name is the remote; the Git extension does, unless it hasn't noticed the
  // upstream yet.
  const known = state.HEAD?.upstream;
  const found =
    known && `${known.remote}/${known.name}` === name
      ? { remote: known.remote, name: known.name, ...distance }
      : await readUpstream(git, rootUri.fsPath, branch);
  return { kind: 'branch', name: branch, ...(found && { upstream: found }) };
}

/** HEAD according to the Git extension, after a refresh. */
async function headOf(repository: GitRepository, git: GitCommand): Promise<Head> {
  await repository.status();
  const { HEAD: head, rebaseCommit } = repository.state;
  if (!head?.commit) return { kind: 'unborn', name: head?.name };
  if (!head.name || head.type !== headType) {
    // The name of a checked-out tag or remote branch is more helpful than its commit.
    const at = head.name ?? head.commit.slice(0, 8);
    return { kind: 'detached', at, ...(rebaseCommit && { during: 'rebase' as const }) };
  }
  const upstream = await readUpstream(git, repository.rootUri.fsPath, head.name);
  return { kind: 'branch', name: head.name, ...(upstream && { upstream }) };
}

function countsOf({
  indexChanges,
  workingTreeChanges,
  mergeChanges,
  untrackedChanges = [],
}: GitRepositoryState): FileCounts {
  const isUntracked = ({ status }: { status: number }) => status === untrackedStatus;
  return {
    staged: indexChanges.length,
    unstaged: workingTreeChanges.filter((change) => !isUntracked(change)).length,
    untracked: workingTreeChanges.filter(isUntracked).length + untrackedChanges.length,
    conflicted: mergeChanges.length,
  };
}
