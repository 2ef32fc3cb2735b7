import { displayUrl } from '../domain/remoteUrl';
import type { FileCounts, Head, Remote, RepositorySnapshot, Upstream } from '../domain/repository';
import type { GitCommand } from './gitCommand';
import { remoteAddress } from './remoteAddress';
import { headType, untrackedStatus, type GitRemote, type GitRepository, type GitRepositoryState } from './gitApi';

/** The repository as it is now; its state is read anew, since files change without the Git extension being told. */
export async function gitSnapshot(repository: GitRepository, git: GitCommand): Promise<RepositorySnapshot> {
  await repository.status();
  const { state, rootUri } = repository;
  // Each asks Git, which takes longer to start than to answer.
  const [head, ...remotes] = await Promise.all([
    headOf(repository, git),
    ...state.remotes.map((remote) => remoteOf(remote, rootUri.fsPath, git)),
  ]);
  return { root: rootUri.fsPath, head, remotes, changes: countsOf(state) };
}

/** Its address as Git really uses it, without credentials. */
async function remoteOf({ name, fetchUrl }: GitRemote, root: string, git: GitCommand): Promise<Remote> {
  const url = await remoteAddress(git, { root, remote: name });
  return { name, url: url ?? (fetchUrl && displayUrl(fetchUrl)) };
}

async function headOf({ state, rootUri }: GitRepository, git: GitCommand): Promise<Head> {
  const { HEAD: head, rebaseCommit } = state;
  if (!head?.commit) return { kind: 'unborn', name: head?.name };
  if (!head.name || head.type !== headType) {
    // The name of a tag or remote branch that is checked out says more than its commit.
    const at = head.name ?? head.commit.slice(0, 8);
    return { kind: 'detached', at, ...(rebaseCommit && { during: 'rebase' as const }) };
  }
  const upstream = await upstreamOf(head.name, rootUri.fsPath, git);
  return { kind: 'branch', name: head.name, ...(upstream && { upstream }) };
}

/** The Git extension forgets an upstream that is gone; Git does not. */
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
