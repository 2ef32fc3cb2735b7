import { lstat } from 'node:fs/promises';
import path from 'node:path';
import type { Conversation } from '../conversations/conversation';
import { largeOutput, pathsPerCommand, type GitCommand } from '../repository/gitCommand';
import { refPrefix, startCommitOf, type RemoteBranches } from '../repository/remoteBranches';
import type { RemoteAtStart } from './pushedBranches';

/** Used instead of a commit to compare with if the remote had no branches. */
export const emptyRemote = Symbol('emptyRemote');
export type ComparisonBase = string | typeof emptyRemote;

/**
 * The base that a branch is compared with: the commit from which the conversation started. If it isn't known,
 * {@link emptyRemote} if the remote had no branches then, else the commit of the remote's default branch. That branch itself
 * has no base: compared with itself, it would seem unchanged.
 * @param start `undefined` if the remote's branches at the start aren't known
 * @param current the remote's branches as of the last fetch
 */
export function comparisonBase(
  name: string,
  { startCommit }: Pick<Conversation, 'startCommit'>,
  start: Pick<RemoteAtStart, 'commits'> | undefined,
  current: RemoteBranches,
): ComparisonBase | undefined {
  if (startCommit !== undefined) return startCommit;
  if (start?.commits.size === 0) return emptyRemote;
  return name === current.defaultBranch ? undefined : startCommitOf(current);
}

/**
 * The commit to compare a branch with: the newest one that it shares with `from`, which is where work on it began. After a
 * force push, that may be an older commit than `from`. For {@link emptyRemote}, the id of the tree without files. `undefined`
 * if they share nothing, or this clone doesn't have the commit.
 */
export async function commonCommit(git: GitCommand, from: ComparisonBase, to: string): Promise<string | undefined> {
  return from === emptyRemote ? emptyTree(to) : objectIdIn(await git.text(['merge-base', from, to]));
}

/** Number of commits that `to` has and `from` doesn't; `undefined` if Git fails. */
export async function countCommits(git: GitCommand, from: ComparisonBase, to: string): Promise<number | undefined> {
  const range = from === emptyRemote ? to : `${from}..${to}`;
  const count = await git.text(['rev-list', '--count', range, '--'], { milliseconds: 5000 });
  return count === undefined ? undefined : Number(count.trim());
}

/** Number of commits that only HEAD leads to, because it's detached; `undefined` if Git fails. */
export async function countCommitsOnNoBranch(git: GitCommand): Promise<number | undefined> {
  // HEAD is missing in a repository without commits.
  const args = ['rev-list', '--count', '--ignore-missing', 'HEAD', '--not', '--branches', '--tags', '--remotes', '--'];
  const count = await git.text(args);
  return count === undefined ? undefined : Number(count);
}

/** The id of the tree without files, in the repository's hash algorithm: SHA-1 or SHA-256. Git always knows this tree. */
function emptyTree(commit: string): string {
  return commit.length === 40
    ? '4b825dc642cb6eb9a060e54bf8d69288fbee4904'
    : '6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321';
}

/** A file that differs between two commits. Paths are relative to the root, and `undefined` if the file doesn't exist. */
export interface ChangedFile {
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** @returns `undefined` if Git fails */
export async function changedFiles(
  git: GitCommand,
  from: string,
  to: string,
): Promise<readonly ChangedFile[] | undefined> {
  const diff = (renames: string) =>
    git.list(['diff', '--name-status', renames, '-z', '--no-ext-diff', from, to, '--'], largeOutput);
  // In a partial clone, Git has to download the contents of files that may have been renamed. That fails if it needs
  // credentials. A rename without a change can be found without the contents.
  const entries = ((await diff('--find-renames')) ?? (await diff('--find-renames=100%')))?.values();
  if (!entries) return undefined;
  const files: ChangedFile[] = [];
  // Each status is followed by its file names, which are taken from the same iterator.
  for (const status of entries) {
    const file = entries.next().value;
    // A renamed file has two names.
    if (/^[RC]/.test(status)) files.push({ before: file, after: entries.next().value });
    else files.push({ before: status === 'A' ? undefined : file, after: status === 'D' ? undefined : file });
  }
  return files;
}

/** The commit of the local branch of this name; `undefined` if there is none. */
export async function localCommit(git: GitCommand, name: string): Promise<string | undefined> {
  return commitAt(git, `refs/heads/${name}`);
}

/** The commit of a remote branch as of the last fetch; `undefined` if the branch doesn't exist. */
export async function remoteCommit(git: GitCommand, remote: string, name: string): Promise<string | undefined> {
  return commitAt(git, refPrefix(remote) + name);
}

/**
 * The commit of a ref. `rev-parse` isn't used, because it prefers a tag to a branch of the same short name, and
 * resolves the full name of a ref that doesn't exist to a tag of that name.
 */
async function commitAt(git: GitCommand, ref: string): Promise<string | undefined> {
  return objectIdIn(await git.text(['show-ref', '--verify', '--hash', '--', ref]));
}

/**
 * The ignored files that a checkout of a commit would silently overwrite, relative to the root; `undefined` if Git fails.
 */
export async function ignoredFilesIn(git: GitCommand, commit: string): Promise<readonly string[] | undefined> {
  const args = ['diff-index', '--cached', '--no-renames', '--diff-filter=D', '--name-only', '-z', commit, '--'];
  const notInIndex = await git.list(args, largeOutput);
  if (!notInIndex) return undefined;
  const obstacles = await Promise.all(notInIndex.map((file) => obstacleAt(git.root, file)));
  const paths = [...new Set(obstacles.filter((place) => place !== undefined))];
  const ignored: string[] = [];
  while (paths.length > 0) {
    const list = ['ls-files', '--others', '--ignored', '--exclude-standard', '-z'];
    // `icase`, because some file systems treat `.ENV` and `.env` as the same file.
    const some = paths.splice(0, pathsPerCommand).map((file) => `:(literal,icase)${file}`);
    const found = await git.list([...list, '--', ...some], largeOutput);
    if (!found) return undefined;
    ignored.push(...found);
  }
  return ignored;
}

/** The existing path that would be replaced by a file: the file itself, or a parent that isn't a folder. */
async function obstacleAt(root: string, file: string): Promise<string | undefined> {
  for (let place = file; place !== '.'; place = path.posix.dirname(place)) {
    const entry = await lstat(path.join(root, place)).catch(() => undefined);
    if (entry) return place === file || !entry.isDirectory() ? place : undefined;
  }
  return undefined;
}

function objectIdIn(answer = ''): string | undefined {
  const [text = ''] = answer.split('\n');
  return /^[\da-f]{40,64}$/.test(text) ? text : undefined;
}
