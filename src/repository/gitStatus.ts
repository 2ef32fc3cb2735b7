import { large, type GitCommand } from './gitCommand';
import type { FileCounts } from './repository';

/** Longer than Git takes in a large repository; a user who waits learns more from a sheet without the counts. */
const milliseconds = 10_000;

/** `undefined` if Git doesn't answer in time, or its answer is too long to read. */
export async function readChangeCounts(git: GitCommand): Promise<FileCounts | undefined> {
  const answer = await git.text(['status', '--porcelain=v2', '--untracked-files=all', '-z'], {
    ...large,
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
