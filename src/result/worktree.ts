import path from 'node:path';
import { realPath } from '../base/files';
import type { GitCommand, GitOptions, ProgramResult } from '../repository/gitCommand';
import { isBranchName } from '../repository/repository';
import { setUpstream } from '../repository/upstream';
import { localCommit } from './compareCommits';

interface NewWorktree {
  readonly remote: string;
  /** Name of the branch on the remote. */
  readonly name: string;
  readonly commit: string;
  readonly folder: string;
  readonly signal?: AbortSignal;
}

/** `message` is Git's: why there is no worktree, or why the upstream of its branch couldn't be set. */
type WorktreeResult =
  | { readonly kind: 'aborted' }
  | { readonly kind: 'created'; readonly message?: string }
  | { readonly kind: 'failed' | 'unsafe'; readonly message: string };

/** Time for checking out all files of a large repository. */
const milliseconds = 10 * 60_000;

/**
 * True if a pushed branch can be checked out as a local branch of the same name. Otherwise, HEAD is detached at its commit:
 * a local branch with other commits must stay as it is, and Git might read the name of a pushed branch as an option or a
 * commit.
 * @param local commit of the local branch of this name; `undefined` if there is none
 */
export function isCheckedOutAsBranch(name: string, commit: string, local: string | undefined): boolean {
  const isPlain = isBranchName(name) && name !== '@' && !/^[\da-f]{40,64}$/.test(name);
  return isPlain && (local === undefined || local === commit);
}

/** Checks out a pushed branch in a new worktree. The files of the clone stay unchanged. */
export async function addWorktree(git: GitCommand, wanted: NewWorktree): Promise<WorktreeResult> {
  const { commit, folder } = wanted;
  // Checks out the files with a command of its own: canceling a Git command doesn't end the processes that it has started.
  const add = ['worktree', 'add', '--no-checkout', '--detach', '--', folder, commit];
  const added = await git.run(add, { milliseconds, configuration: baseConfiguration });
  if (added.kind !== 'text') return resultOf(added);
  const checkedOut = await checkOutIn(git.in(folder), wanted);
  if (checkedOut.kind === 'created') return checkedOut;
  await git.run(['worktree', 'remove', '--force', '--', folder], { configuration: baseConfiguration });
  return checkedOut;
}

async function checkOutIn(git: GitCommand, { remote, name, commit, signal }: NewWorktree): Promise<WorktreeResult> {
  const configuration = await trustedConfiguration(git);
  if (!configuration) return { kind: 'unsafe', message: '' };
  const options: GitOptions = { milliseconds, configuration };
  const files = await git.run(['checkout', '--force'], { ...options, signal });
  if (files.kind !== 'text') return resultOf(files);
  const local = await localCommit(git, name);
  if (!isCheckedOutAsBranch(name, commit, local)) return { kind: 'created' };
  const branch = local === undefined ? ['--no-track', '-b', name] : [name];
  const made = await git.run(['checkout', ...branch, '--'], options);
  if (made.kind !== 'text' || local !== undefined) return resultOf(made);
  const message = await setUpstream(git, name, { remote, branch: name });
  return { kind: 'created', ...(message !== undefined && { message }) };
}

const baseConfiguration = [
  ['core.fsmonitor', ''],
  ['submodule.recurse', 'false'],
] as const;

/**
 * Configuration that keeps a checkout from running programs of the branch, which isn't trusted: a configured filter or
 * monitor may be a file of the branch, or run one. Git LFS and git-crypt don't. Read in the new worktree, because the
 * user's configuration may depend on the folder. `undefined` if Git ignores it, as versions before 2.31 do.
 */
async function trustedConfiguration(git: GitCommand): Promise<GitOptions['configuration']> {
  const others = await untrustedFilters(git, baseConfiguration);
  const configuration = [
    ...baseConfiguration,
    ...(others ?? []).flatMap((driver) => [
      ...['clean', 'smudge', 'process'].map((program) => [`filter.${driver}.${program}`, ''] as const),
      [`filter.${driver}.required`, 'false'] as const,
    ]),
  ];
  if (!others || others.length === 0) return others && configuration;
  return (await untrustedFilters(git, configuration))?.length === 0 ? configuration : undefined;
}

/** Names of the filters that may run programs of the branch; `undefined` if Git fails. */
async function untrustedFilters(
  git: GitCommand,
  configuration: GitOptions['configuration'] = [],
): Promise<readonly string[] | undefined> {
  const names = String.raw`^filter\..*\.(clean|smudge|process)$`;
  const answer = await git.run(['config', '--null', '--get-regexp', names], { configuration });
  if (answer.kind !== 'text') return answer.kind === 'failed' && answer.exitCode === 1 ? [] : undefined;
  const commands = new Map(
    answer.text.split('\0').map((entry) => {
      const [, key = '', command = ''] = /^([^\n]*)(?:\n(.*))?$/s.exec(entry) ?? [];
      return [key, command] as const;
    }),
  );
  // If a key has several values, the last one counts.
  const foreign = [...commands].filter(([, command]) => command !== '' && !isTrustedFilter(command));
  return [...new Set(foreign.map(([key]) => key.replace(/^filter\.(.*)\.\w+$/s, '$1')))];
}

/** The commands that Git LFS and git-crypt configure. They only convert their input. */
const trustedFilters: readonly RegExp[] = [
  /^git-lfs (?:clean|smudge|filter-process)(?: --skip)?(?: -- %f)?$/,
  /^"?git-crypt"? (?:clean|smudge)(?: --key-name=[\w-]+)?$/,
];

/** False for all other commands, even `git …`, which may be an alias. */
function isTrustedFilter(command: string): boolean {
  return trustedFilters.some((converter) => converter.test(command));
}

function resultOf(answer: ProgramResult): WorktreeResult {
  if (answer.kind === 'text') return { kind: 'created' };
  if (answer.kind === 'aborted') return { kind: 'aborted' };
  return { kind: 'failed', message: answer.kind === 'failed' ? answer.message : '' };
}

/**
 * The first of these worktrees that belongs to the same repository as Git's folder, so that they share branches and remotes;
 * `undefined` if none does.
 */
export async function worktreeAmong(roots: readonly string[], git: GitCommand): Promise<string | undefined> {
  if (roots.includes(git.root)) return git.root;
  const shared = await sharedFolder(git);
  if (shared === undefined) return undefined;
  for (const root of roots) {
    if ((await sharedFolder(git.in(root))) === shared) return root;
  }
  return undefined;
}

/** The folder of a repository that all of its worktrees share, without symbolic links; `undefined` if Git fails. */
export async function sharedFolder(git: GitCommand): Promise<string | undefined> {
  const folder = await git.text(['rev-parse', '--git-common-dir']);
  return folder && realPath(path.resolve(git.root, folder.trimEnd())).catch(() => undefined);
}
