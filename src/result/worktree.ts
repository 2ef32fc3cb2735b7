import type { GitCommand, ProgramResult } from '../repository/gitCommand';
import { refPrefix } from '../repository/remoteBranches';
import { isBranchName } from '../repository/repository';
import { localCommit } from './compareCommits';

export interface NewWorktree {
  readonly remote: string;
  /** Name of the branch on the remote. */
  readonly name: string;
  /** The commit to check out. */
  readonly commit: string;
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
 * True if a pushed branch is checked out as a branch of the clone's own; otherwise, HEAD is detached at its commit. A
 * local branch with other commits is left alone, and anybody can push a name that Git takes for an option or a commit.
 * @param local the commit of the clone's own branch of this name; `undefined` if it has none
 */
export function isCheckedOutAsBranch(name: string, commit: string, local: string | undefined): boolean {
  const isPlain = isBranchName(name) && name !== '@' && !/^[\da-f]{40,64}$/.test(name);
  return isPlain && (local === undefined || local === commit);
}

/** Checks a pushed branch out in a worktree of its own; the clone's files stay as they are. */
export async function addWorktree(git: GitCommand, wanted: NewWorktree): Promise<WorktreeResult> {
  const { remote, name, commit, folder, signal } = wanted;
  const options = await ownProgramsOnly(git);
  // Canceled, it would go on with its own programs: what takes long is a program of ours.
  const add = ['worktree', 'add', '--no-checkout', '--detach', '--', folder, commit];
  const added = await git.run([...options, ...add], { milliseconds });
  if (added.kind !== 'text') return resultOf(added);
  const inside = git.in(folder);
  let made = await inside.run([...options, 'checkout', '--force'], { milliseconds, signal });
  const local = await localCommit(git, name);
  if (made.kind === 'text' && isCheckedOutAsBranch(name, commit, local)) {
    const branch = local === undefined ? ['--no-track', '-b', name] : [name];
    made = await inside.run([...options, 'checkout', ...branch, '--'], { milliseconds });
    const isNew = made.kind === 'text' && local === undefined;
    if (isNew) made = await inside.run([...options, 'branch', `--set-upstream-to=${refPrefix(remote)}${name}`]);
    if (isNew && made.kind !== 'text') await git.run(['update-ref', '-d', `refs/heads/${name}`, commit]);
  }
  if (made.kind !== 'text') await git.run([...options, 'worktree', 'remove', '--force', '--', folder]);
  return resultOf(made);
}

/**
 * Options with which a checkout runs no program of the branch itself, which nobody trusts yet: what a configured filter
 * or monitor names may be a file of it. The programs of Git and its extensions, like Git LFS, aren't.
 */
async function ownProgramsOnly(git: GitCommand): Promise<readonly string[]> {
  const names = String.raw`^filter\..*\.(clean|smudge|process)$`;
  const filters = (await git.list(['config', '--null', '--get-regexp', names])) ?? [];
  const others = filters.flatMap((filter) => {
    const [, driver, command = ''] = /^filter\.(.*)\.\w+\n(.*)$/s.exec(filter) ?? [];
    if (driver === undefined || /^"?git[- ][\w-]+"?(?: (?:[\w=-]+|%f))*$/.test(command)) return [];
    return ['clean=', 'smudge=', 'process=', 'required=false'].map((value) => `filter.${driver}.${value}`);
  });
  return ['core.fsmonitor=', 'submodule.recurse=false', ...others].flatMap((option) => ['-c', option]);
}

function resultOf(answer: ProgramResult): WorktreeResult {
  if (answer.kind === 'text') return { kind: 'created' };
  if (answer.kind === 'aborted') return { kind: 'aborted' };
  return { kind: 'failed', message: answer.kind === 'failed' ? answer.message : '' };
}
