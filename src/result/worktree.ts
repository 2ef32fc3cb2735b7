import type { GitCommand, GitOptions, ProgramResult } from '../repository/gitCommand';
import { isBranchName } from '../repository/repository';
import { setUpstream } from '../repository/upstream';
import { localCommit } from './compareCommits';

interface NewWorktree {
  readonly remote: string;
  /** Name of the branch on the remote. */
  readonly name: string;
  /** The commit to check out. */
  readonly commit: string;
  readonly folder: string;
  readonly signal?: AbortSignal;
}

/** `message` has Git's own words: why there is no worktree, or why its branch doesn't follow that of the remote. */
type WorktreeResult =
  | { readonly kind: 'aborted' }
  | { readonly kind: 'created'; readonly message?: string }
  | { readonly kind: 'failed' | 'unsafe'; readonly message: string };

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
  const { commit, folder } = wanted;
  // A command that is canceled ends, but not the programs that it runs: so the long part is a program of ours.
  const add = ['worktree', 'add', '--no-checkout', '--detach', '--', folder, commit];
  const added = await git.run(add, { milliseconds, configuration: ownConfiguration });
  if (added.kind !== 'text') return resultOf(added);
  const made = await checkOutIn(git.in(folder), wanted);
  if (made.kind === 'created') return made;
  await git.run(['worktree', 'remove', '--force', '--', folder], { configuration: ownConfiguration });
  return made;
}

async function checkOutIn(git: GitCommand, { remote, name, commit, signal }: NewWorktree): Promise<WorktreeResult> {
  const configuration = await ownProgramsOnly(git);
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

const ownConfiguration = [
  ['core.fsmonitor', ''],
  ['submodule.recurse', 'false'],
] as const;

/**
 * Configuration with which a checkout runs no program of the branch itself, which nobody trusts yet: what a configured
 * filter or monitor names may be a file of it, or run one. Git LFS and git-crypt do neither. Read in the new worktree,
 * whose configuration may differ from the clone's by its folder. `undefined` if Git doesn't obey it.
 */
async function ownProgramsOnly(git: GitCommand): Promise<GitOptions['configuration']> {
  const others = await foreignFilters(git, ownConfiguration);
  const configuration = [
    ...ownConfiguration,
    ...(others ?? []).flatMap((driver) => [
      ...['clean', 'smudge', 'process'].map((program) => [`filter.${driver}.${program}`, ''] as const),
      [`filter.${driver}.required`, 'false'] as const,
    ]),
  ];
  if (!others || others.length === 0) return others && configuration;
  return (await foreignFilters(git, configuration))?.length === 0 ? configuration : undefined;
}

/** Names of the filters whose programs may run others; `undefined` when Git doesn't tell. */
async function foreignFilters(
  git: GitCommand,
  configuration: GitOptions['configuration'] = [],
): Promise<readonly string[] | undefined> {
  const names = String.raw`^filter\..*\.(clean|smudge|process)$`;
  const answer = await git.run(['config', '--null', '--get-regexp', names], { configuration });
  if (answer.kind !== 'text') return answer.kind === 'failed' && answer.exitCode === 1 ? [] : undefined;
  const commands = new Map(
    answer.text.split('\0').flatMap((entry) => {
      const [, key, command = ''] = /^([^\n]*)(?:\n(.*))?$/s.exec(entry) ?? [];
      return key === undefined || key === '' ? [] : [[key, command] as const];
    }),
  );
  // The last of several values of a key counts.
  const foreign = [...commands].filter(([, command]) => command !== '' && !isConverter(command));
  return [...new Set(foreign.map(([key]) => key.replace(/^filter\.(.*)\.\w+$/s, '$1')))];
}

/** As Git LFS and git-crypt set themselves up: they only convert what they are given. */
const converters: readonly RegExp[] = [
  /^git-lfs (?:clean|smudge|filter-process)(?: --skip)?(?: -- %f)?$/,
  /^"?git-crypt"? (?:clean|smudge)(?: --key-name=[\w-]+)?$/,
];

/** Any other program may run files of the branch, also one that Git would take for its own: `git x` may be an alias. */
function isConverter(command: string): boolean {
  return converters.some((converter) => converter.test(command));
}

function resultOf(answer: ProgramResult): WorktreeResult {
  if (answer.kind === 'text') return { kind: 'created' };
  if (answer.kind === 'aborted') return { kind: 'aborted' };
  return { kind: 'failed', message: answer.kind === 'failed' ? answer.message : '' };
}
