import { large, type GitCommand } from './gitCommand';
import type { FileCounts, Upstream } from './repository';

/** Output of `git status --porcelain=v2 --branch -z`, parsed. */
export interface GitStatus {
  /** `undefined` when HEAD is detached. */
  readonly branch: string | undefined;
  /** The one that is checked out; `undefined` before the first one. */
  readonly commit: string | undefined;
  readonly upstream?: TrackedBranch;
  readonly changes: FileCounts;
}

interface TrackedBranch extends Pick<Upstream, 'ahead' | 'behind'> {
  /** Short name as Git prints it: `origin/main`. */
  readonly name: string;
}

/** `undefined` if Git doesn't answer, or its answer is too long to read. */
export async function readStatus(git: GitCommand): Promise<GitStatus | undefined> {
  const args = ['-c', 'status.aheadBehind=true', 'status', '--porcelain=v2', '--branch', '--untracked-files=all', '-z'];
  const answer = await git.text(args, { ...large, milliseconds: 60_000 });
  return answer === undefined ? undefined : gitStatusIn(answer);
}

/** @returns `undefined` if the text isn't the output of that command */
export function gitStatusIn(text: string): GitStatus | undefined {
  const headers = new Map<string, string>();
  const counts = { staged: 0, unstaged: 0, untracked: 0, conflicted: 0 };
  const entries = text.split('\0')[Symbol.iterator]();
  for (const entry of entries) {
    const [kind = '', changed = '', ...rest] = entry.split(' ');
    if (kind === '#') headers.set(changed, rest.join(' '));
    if (kind === 'u') counts.conflicted++;
    if (kind === '?') counts.untracked++;
    if (kind !== '1' && kind !== '2') continue;
    if (!changed.startsWith('.')) counts.staged++;
    if (!changed.endsWith('.')) counts.unstaged++;
    // The entry of a renamed file is followed by its old name.
    if (kind === '2') entries.next();
  }
  const [commit, branch, upstream] = ['oid', 'head', 'upstream'].map((name) => headers.get(`branch.${name}`));
  if (commit === undefined || branch === undefined) return undefined;
  const [, ahead, behind] = /^\+(\d+) -(\d+)$/.exec(headers.get('branch.ab') ?? '') ?? [];
  const distance = ahead === undefined ? {} : { ahead: Number(ahead), behind: Number(behind) };
  return {
    branch: branch === '(detached)' ? undefined : branch,
    commit: commit === '(initial)' ? undefined : commit,
    ...(upstream !== undefined && { upstream: { name: upstream, ...distance } }),
    changes: counts,
  };
}

/** The Git extension forgets an upstream whose branch is gone; Git doesn't. */
export async function readUpstream(git: GitCommand, branch: string): Promise<Upstream | undefined> {
  const fields = ['%(upstream:remotename)', '%(upstream:remoteref)', '%(upstream:track,nobracket)'];
  const answer = await git.text(['for-each-ref', `--format=${fields.join('%09')}`, `refs/heads/${branch}`]);
  const [remote = '', name = '', track = ''] = (answer?.split('\n')[0] ?? '').split('\t');
  if (remote === '' || name === '') return undefined;
  const upstream = { remote, name: name.replace(/^refs\/heads\//, '') };
  if (track === 'gone') return upstream;
  const count = (word: string) => Number(new RegExp(`${word} (\\d+)`).exec(track)?.[1] ?? 0);
  return { ...upstream, ahead: count('ahead'), behind: count('behind') };
}
