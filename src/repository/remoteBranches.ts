import { largeOutput, type GitCommand, type ProgramResult } from './gitCommand';
import { mayBeBranch } from './refspec';

export interface RemoteBranch {
  readonly name: string;
  /** Object id of its newest commit. */
  readonly commit: string;
  /** Time of that commit, in milliseconds since 1970; absent if it wasn't asked for, or Git doesn't say. */
  readonly committedAt?: number;
}

const maxListedBranches = 1000;

/** The branches of a remote to choose from. */
export interface ListedBranches {
  /** Newest first. */
  readonly branches: readonly RemoteBranch[];
  /** False if the remote may have others: the clone knows none, doesn't fetch all of them, or there are too many to list. */
  readonly areAll: boolean;
}

export interface RemoteBranches {
  readonly branches: readonly RemoteBranch[];
  /** Name of the remote's default branch, if the clone knows it. */
  readonly defaultBranch?: string;
}

/** The prefix of the refs for a remote's branches in a clone. The names of remotes may contain slashes. */
export function refPrefix(remote: string): string {
  return `refs/remotes/${remote}/`;
}

/** The values of `remote.<name>.fetch`; empty if Git fails. */
export async function readFetchRefspecs(git: GitCommand, remote: string): Promise<readonly string[]> {
  return (await git.list(['config', '--null', '--get-all', `remote.${remote}.fetch`])) ?? [];
}

/** True if a fetch gets new branches, too. A shallow or single-branch clone only fetches the branches that it has. */
export async function fetchesAllBranches(git: GitCommand, remote: string): Promise<boolean> {
  const refspecs = await readFetchRefspecs(git, remote);
  return refspecs.some((one) => /^\+?refs\/heads\/\*:/.test(one)) && !refspecs.some((one) => one.startsWith('^'));
}

/**
 * Reads which names below a remote's prefix may be those of branches: many clones also fetch pull requests to there, as
 * `pr/7`.
 */
export async function readBranchCheck(git: GitCommand, remote: string): Promise<(name: string) => boolean> {
  const refspecs = await readFetchRefspecs(git, remote);
  return (name) => mayBeBranch(refspecs, refPrefix(remote) + name);
}

/**
 * The refs of a remote in the clone, without dates; `undefined` if Git fails. Some may not be branches,
 * see {@link readBranchCheck}.
 */
export async function readRemoteBranches(git: GitCommand, remote: string): Promise<RemoteBranches | undefined> {
  const answer = await listRefs(git, remote, [`--format=${refFormat}`]);
  return answer.kind === 'text' ? parseRemoteBranches(answer.text, remote) : undefined;
}

/**
 * The branches of a remote as of the last fetch, those with the newest commits first. If a commit has an impossible date,
 * they're sorted by name and have no dates. Empty if Git fails.
 */
export async function readNewestBranches(
  git: GitCommand,
  remote: string,
  count: number,
): Promise<readonly RemoteBranch[]> {
  const [isBranch, answer] = await Promise.all([
    readBranchCheck(git, remote),
    listRefs(git, remote, ['--sort=-committerdate', `--format=${datedRefFormat}`]),
  ]);
  // Not after a timeout, which would happen again.
  const undated = answer.kind === 'failed' ? await readRemoteBranches(git, remote) : undefined;
  const { branches } =
    answer.kind === 'text' ? parseRemoteBranches(answer.text, remote) : (undated ?? { branches: [] });
  return branches.filter(({ name }) => isBranch(name)).slice(0, count);
}

export async function listBranches(git: GitCommand, remote: string): Promise<ListedBranches> {
  const [branches, fetchesAll] = await Promise.all([
    readNewestBranches(git, remote, maxListedBranches),
    fetchesAllBranches(git, remote),
  ]);
  return { branches, areAll: fetchesAll && branches.length > 0 && branches.length < maxListedBranches };
}

function listRefs(git: GitCommand, remote: string, options: readonly string[]): Promise<ProgramResult> {
  return git.run(['for-each-ref', ...options, refPrefix(remote)], largeOutput);
}

/** The format of `git for-each-ref` that {@link parseRemoteBranches} reads, with or without a date after it. */
const refFormat = ['%(refname)', '%(objectname)', '%(symref)'].join('%09');

/** With dates, Git reads each commit, and fails at one with an impossible date. */
const datedRefFormat = `${refFormat}%09%(committerdate:unix)`;

/** The branches in the output of `git for-each-ref`, in its order. */
function parseRemoteBranches(output: string, remote: string): RemoteBranches {
  const prefix = refPrefix(remote);
  const branches: RemoteBranch[] = [];
  let defaultBranch: string | undefined;
  for (const line of output.split('\n')) {
    const [ref = '', commit = '', symbolic = '', seconds] = line.split('\t');
    if (!ref.startsWith(prefix)) continue;
    const name = ref.slice(prefix.length);
    // `HEAD` usually stands for the default branch. Otherwise, it's a branch that was pushed with this name.
    if (name === 'HEAD' && symbolic !== '')
      defaultBranch = symbolic.startsWith(prefix) ? symbolic.slice(prefix.length) : undefined;
    else branches.push({ name, commit, ...(seconds && { committedAt: Number(seconds) * 1000 }) });
  }
  return { branches, ...(defaultBranch !== undefined && { defaultBranch }) };
}

/** The commit that the agent starts from: that of the selected branch, or of the remote's default branch, if known. */
export function startCommitOf({ branches, defaultBranch }: RemoteBranches, selected?: string): string | undefined {
  const commitOf = (name: string | undefined) => branches.find((branch) => branch.name === name)?.commit;
  return commitOf(selected) ?? commitOf(defaultBranch);
}

export type KnownCommits = ReadonlyMap<string, string>;

export function commitsOf({ branches }: RemoteBranches): KnownCommits {
  return new Map(branches.map(({ name, commit }) => [name, commit]));
}

/** Formats commits as one line per branch, sorted, so that the same branches always give the same text. */
export function formatCommits(commits: KnownCommits): string {
  return [...commits]
    .map(([name, commit]) => `${commit} ${name}\n`)
    .sort()
    .join('');
}

/** Reads what {@link formatCommits} wrote; `undefined` if it is damaged. */
export function parseCommits(text: string): KnownCommits | undefined {
  const lines = text.split('\n').slice(0, -1);
  // With `s`, because branch names may contain characters that only JavaScript treats as line breaks.
  const entries = lines.map((line) => /^([\da-f]{40}|[\da-f]{64}) (.+)$/s.exec(line));
  if (!text.endsWith('\n') && text !== '') return undefined;
  if (entries.some((entry) => entry === null)) return undefined;
  return new Map(entries.map((entry) => [entry?.[2] ?? '', entry?.[1] ?? '']));
}
