import type { GitCommand, ProgramResult } from '../../repository/node/gitCommand';
import { refPrefix } from '../../repository/node/readRemoteBranches';
import { localCommit } from './compareCommits';

export interface NewWorktree {
  /** Absolute path of the clone's working tree. */
  readonly root: string;
  readonly remote: string;
  /** Name of the branch on the remote. */
  readonly name: string;
  /** The commit to check out. */
  readonly commit: string;
  /** The clone's own branch of this name is at this commit; `undefined` if it has none. */
  readonly local: string | undefined;
  /** Absolute path of the new worktree. */
  readonly folder: string;
  readonly signal?: AbortSignal;
}

/** `failed` has Git's own words. */
export type WorktreeResult =
  { readonly kind: 'created' | 'aborted' } | { readonly kind: 'failed'; readonly message: string };

/** Time for checking out all files of a large repository. */
const milliseconds = 10 * 60_000;

/**
 * Checks a pushed branch out in a worktree of its own; the clone's files stay as they are. A local branch of that name
 * is used if it is at the same commit, created if there is none, and otherwise left alone: then, HEAD is detached.
 */
export async function addWorktree(
  git: GitCommand,
  { root, remote, name, commit, local, folder, signal }: NewWorktree,
): Promise<WorktreeResult> {
  const isNew = local === undefined;
  const branch = isNew
    ? ['--track', '-b', name, folder, refPrefix(remote) + name]
    : local === commit
      ? [folder, name]
      : ['--detach', folder, commit];
  // Canceled, it would go on with its own programs: what takes long is a program of ours.
  const added = await git.run(['worktree', 'add', '--no-checkout', ...branch], { root, milliseconds });
  const answer =
    added.kind === 'text' ? await git.run(['checkout', '--force'], { root: folder, signal, milliseconds }) : added;
  if (answer.kind === 'text') return { kind: 'created' };
  if (added.kind === 'text') await git.run(['worktree', 'remove', '--force', folder], { root });
  // Git creates the branch before it looks at the folder. One with other commits was there before.
  if (isNew && (await localCommit(git, { root, remote }, name)) === commit)
    await git.run(['branch', '--delete', '--force', name], { root });
  return answer.kind === 'aborted' ? { kind: 'aborted' } : { kind: 'failed', message: wordsOf(answer) };
}

function wordsOf(answer: Exclude<ProgramResult, { kind: 'text' }>): string {
  return answer.kind === 'failed' ? answer.message : '';
}
