import { largeOutput, type GitCommand } from './gitCommand';
import type { FileCounts } from './repository';

/** Longer than Git takes in a large repository. After that, a sheet without counts is better than waiting. */
const milliseconds = 10_000;

/** @returns `undefined` if Git fails, takes too long, or prints too much */
export async function readChangeCounts(git: GitCommand): Promise<FileCounts | undefined> {
  const answer = await git.text(['status', '--porcelain=v2', '--untracked-files=all', '-z'], {
    ...largeOutput,
    milliseconds,
  });
  return answer === undefined ? undefined : changeCountsIn(answer);
}

/** Counts the files in the output of `git status --porcelain=v2 -z`. */
export function changeCountsIn(text: string): FileCounts {
  const counts = { staged: 0, unstaged: 0, untracked: 0, conflicted: 0 };
  const entries = text.split('\0')[Symbol.iterator]();
  for (const entry of entries) {
    const [kind = '', changed = ''] = entry.split(' ', 2);
    if (kind === 'u') counts.conflicted++;
    if (kind === '?') counts.untracked++;
    if (kind !== '1' && kind !== '2') continue;
    if (!changed.startsWith('.')) counts.staged++;
    if (!changed.endsWith('.')) counts.unstaged++;
    // The entry of a renamed file is followed by its old name.
    if (kind === '2') entries.next();
  }
  return counts;
}
