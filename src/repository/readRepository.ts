import path from 'node:path';
import { realPath } from '../base/files';
import { largeOutput, type GitCommand } from './gitCommand';
import { readHead } from './readHead';
import { remoteAtUrl, readRemotes } from './remoteAddress';
import type { FileCounts, Head, NoRepositoryReason, Remote, RepositorySnapshot } from './repository';

/**
 * The current state of a repository, read with Git itself: the Git extension doesn't notice each change, and its refresh
 * takes longer, since it runs one command after the other. `undefined` if Git can't tell what is checked out, or what the
 * remotes are.
 * @param expected name of the branch that is probably checked out. Saves commands if it's right
 */
export async function readRepository(git: GitCommand, expected?: string): Promise<RepositorySnapshot | undefined> {
  // The slowest command starts first, because starting each process blocks for some milliseconds.
  const [changes, head, remotes] = await Promise.all([
    readChangeCounts(git),
    readHead(git, expected),
    readRemotes(git),
  ]);
  if (!head || !remotes) return undefined;
  const unnamedRemotes = await unnamedRemotesOf(head, remotes, git);
  return { root: git.root, head, remotes: remotes.filter(({ name }) => !isUrl(name)), unnamedRemotes, changes };
}

/** Repositories that the branch is configured to use by URL instead of a remote's name, as `gh pr checkout` does for forks. */
async function unnamedRemotesOf(head: Head, remotes: readonly Remote[], git: GitCommand): Promise<readonly Remote[]> {
  if (head.kind !== 'branch') return [];
  const used = [head.upstream?.remote, head.pushRemote].filter((name) => name !== undefined);
  const urls = [...new Set(used)].filter(isUrl);
  return Promise.all(urls.map(async (url) => remotes.find(({ name }) => name === url) ?? remoteAtUrl(git, url)));
}

/** True if the name of a remote is its URL, which may contain a token: Git names one so if a fetch from a URL has a filter. */
function isUrl(name: string): boolean {
  return name.includes(':');
}

/** Longer than Git takes in a large repository. After that, a sheet without counts is better than waiting. */
const maxStatusMilliseconds = 10_000;

/** @returns `undefined` if Git fails, takes too long, or prints too much */
export async function readChangeCounts(git: GitCommand): Promise<FileCounts | undefined> {
  const answer = await git.text(['status', '--porcelain=v2', '--untracked-files=all', '-z'], {
    ...largeOutput,
    milliseconds: maxStatusMilliseconds,
  });
  return answer === undefined ? undefined : changeCountsIn(answer);
}

/** Counts the files in the output of `git status --porcelain=v2 -z`. */
export function changeCountsIn(text: string): FileCounts {
  const counts = { staged: 0, unstaged: 0, untracked: 0, conflicted: 0, total: 0 };
  const entries = text.split('\0')[Symbol.iterator]();
  for (const entry of entries) {
    const [kind = '', changed = ''] = entry.split(' ', 2);
    if (['1', '2', 'u', '?'].includes(kind)) counts.total++;
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

/** Asks Git why VS Code has no repository open for a folder. The Git extension's API doesn't tell. */
export async function whyNotOpen(git: GitCommand): Promise<NoRepositoryReason> {
  const answer = await git.run(['rev-parse', '--show-toplevel']);
  if (answer.kind === 'failed') return /dubious ownership/.test(answer.message) ? 'unsafe' : 'noRepository';
  if (answer.kind !== 'text') return 'noRepository';
  const [root = '', folder = ''] = await Promise.all(
    [answer.text.trimEnd(), git.root].map((place) => realPath(place).catch(() => place)),
  );
  return path.relative(root, folder) === '' ? 'notOpen' : 'inParentFolder';
}
