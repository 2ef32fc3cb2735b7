import { gitStatusIn, type GitStatus } from '../common/gitStatus';
import { parseRemoteUrl } from '../common/remoteUrl';
import type { FileCounts, Head, RepositorySnapshot, Upstream } from '../common/repository';
import type { GitCommand } from '../node/gitCommand';
import { remotesOf } from '../node/remoteAddress';
import { headType, untrackedStatus, type GitRepository, type GitRepositoryState } from './gitApi';

/**
 * Current state of the repository. Files change without the Git extension being told, and its refresh runs one command
 * after the other: Git itself is asked, all at once, since it takes longer to start than to answer.
 */
export async function gitSnapshot(repository: GitRepository, git: GitCommand): Promise<RepositorySnapshot> {
  const root = repository.rootUri.fsPath;
  const [status, remotes] = await Promise.all([statusOf(root, git), remotesOf(git, { root })]);
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

const statusLimits = { milliseconds: 60_000, bytes: 32 * 1024 * 1024 };

/** `undefined` if Git doesn't answer, or its answer is too long to read. */
async function statusOf(root: string, git: GitCommand): Promise<GitStatus | undefined> {
  const args = ['-c', 'status.aheadBehind=true', 'status', '--porcelain=v2', '--branch', '--untracked-files=all', '-z'];
  const answer = await git.run(args, { root, ...statusLimits });
  return answer.kind === 'text' ? gitStatusIn(answer.text) : undefined;
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
      : await upstreamOf(branch, rootUri.fsPath, git);
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
  const upstream = await upstreamOf(head.name, repository.rootUri.fsPath, git);
  return { kind: 'branch', name: head.name, ...(upstream && { upstream }) };
}

/** The Git extension forgets an upstream whose branch is gone; Git doesn't. */
async function upstreamOf(branch: string, root: string, git: GitCommand): Promise<Upstream | undefined> {
  const fields = ['%(upstream:remotename)', '%(upstream:remoteref)', '%(upstream:track,nobracket)'];
  const ref = await git.run(['for-each-ref', `--format=${fields.join('%09')}`, `refs/heads/${branch}`], { root });
  const [remote = '', name = '', track = ''] = ref.kind === 'text' ? (ref.text.split('\n')[0] ?? '').split('\t') : [];
  if (remote === '' || name === '') return undefined;
  const upstream = { remote, name: name.replace(/^refs\/heads\//, '') };
  if (track === 'gone') return upstream;
  const count = (word: string) => Number(new RegExp(`${word} (\\d+)`).exec(track)?.[1] ?? 0);
  return { ...upstream, ahead: count('ahead'), behind: count('behind') };
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
