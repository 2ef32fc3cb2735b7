import { large, type GitCommand, type ProgramResult } from './gitCommand';

export interface RemoteBranch {
  readonly name: string;
  /** Object id of its newest commit. */
  readonly commit: string;
  /** Time of that commit, in milliseconds since 1970; absent if it wasn't asked for, or Git doesn't say. */
  readonly committedAt?: number;
}

export interface RemoteBranches {
  readonly branches: readonly RemoteBranch[];
  /** Name of the branch that the remote has by default, if the clone knows it. */
  readonly defaultBranch?: string;
}

/** The prefix of the refs in which a clone keeps the branches of a remote, whose name may contain slashes, too. */
export function refPrefix(remote: string): string {
  return `refs/remotes/${remote}/`;
}

/** The branches of a remote, as of the last fetch, without dates; `undefined` when Git doesn't answer. */
export async function readRemoteBranches(git: GitCommand, remote: string): Promise<RemoteBranches | undefined> {
  const answer = await listRefs(git, remote, [`--format=${refFormat}`]);
  return answer.kind === 'text' ? remoteBranchesIn(answer.text, remote) : undefined;
}

/**
 * The branches of a remote with the newest commits first, as of the last fetch: in the order of their names, and without
 * dates, if a commit has an impossible one. None when Git doesn't answer.
 */
export async function readNewestBranches(
  git: GitCommand,
  remote: string,
  count: number,
): Promise<readonly RemoteBranch[]> {
  // The default branch may be one of them by another name.
  const dated = ['--sort=-committerdate', `--count=${count + 1}`, `--format=${datedRefFormat}`];
  const answer = await listRefs(git, remote, dated);
  if (answer.kind === 'text') return remoteBranchesIn(answer.text, remote).branches.slice(0, count);
  // One that took too long would do so again.
  const undated = answer.kind === 'failed' ? await readRemoteBranches(git, remote) : undefined;
  return undated?.branches.slice(0, count) ?? [];
}

function listRefs(git: GitCommand, remote: string, options: readonly string[]): Promise<ProgramResult> {
  return git.run(['for-each-ref', ...options, refPrefix(remote)], large);
}

/** The format of `git for-each-ref` that {@link remoteBranchesIn} reads. A date may follow. */
const refFormat = ['%(refname)', '%(objectname)', '%(symref)'].join('%09');

/** With dates: Git looks at every commit, and one with an impossible date ends it. */
const datedRefFormat = `${refFormat}%09%(committerdate:unix)`;

/** The branches in the output of `git for-each-ref`, in its order. */
function remoteBranchesIn(output: string, remote: string): RemoteBranches {
  const prefix = refPrefix(remote);
  const branches: RemoteBranch[] = [];
  let defaultBranch: string | undefined;
  for (const line of output.split('\n')) {
    const [ref = '', commit = '', symbolic = '', seconds] = line.split('\t');
    if (!ref.startsWith(prefix)) continue;
    const name = ref.slice(prefix.length);
    // A ref of that name that stands for no other is a branch that someone pushed.
    if (name === 'HEAD' && symbolic !== '')
      defaultBranch = symbolic.startsWith(prefix) ? symbolic.slice(prefix.length) : undefined;
    else branches.push({ name, commit, ...(seconds && { committedAt: Number(seconds) * 1000 }) });
  }
  return { branches, ...(defaultBranch !== undefined && { defaultBranch }) };
}

/**
 * The commit that the agent begins from: that of the branch it is started on, else of the remote's default branch.
 * `undefined` if the clone knows neither.
 */
export function startCommitOf({ branches, defaultBranch }: RemoteBranches, selected?: string): string | undefined {
  const commitOf = (name: string | undefined) => branches.find((branch) => branch.name === name)?.commit;
  return commitOf(selected) ?? commitOf(defaultBranch);
}

export type KnownCommits = ReadonlyMap<string, string>;

export function commitsOf({ branches }: RemoteBranches): KnownCommits {
  return new Map(branches.map(({ name, commit }) => [name, commit]));
}

/** One line for each branch, sorted: the same branches make the same text. */
export function formatCommits(commits: KnownCommits): string {
  return [...commits]
    .map(([name, commit]) => `${commit} ${name}\n`)
    .sort()
    .join('');
}

/** Reads what {@link formatCommits} wrote; `undefined` if it is damaged. */
export function parseCommits(text: string): KnownCommits | undefined {
  const lines = text.split('\n').slice(0, -1);
  // A branch's name may have characters that only JavaScript takes for line breaks.
  const entries = lines.map((line) => /^([\da-f]{40}|[\da-f]{64}) (.+)$/s.exec(line));
  if (!text.endsWith('\n') && text !== '') return undefined;
  if (entries.some((entry) => entry === null)) return undefined;
  return new Map(entries.map((entry) => [entry?.[2] ?? '', entry?.[1] ?? '']));
}
