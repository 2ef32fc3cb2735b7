import { lstat } from 'node:fs/promises';
import path from 'node:path';
import { largeOutput, pathsPerCommand, type GitCommand } from '../repository/gitCommand';
import { refPrefix } from '../repository/remoteBranches';

/** Stands for the commit to compare a branch with if the remote was empty before. */
export const nothing = Symbol('nothing');
export type Base = string | typeof nothing;

/**
 * The commit to compare a branch with: the newest one that it shares with where the agent began, or with where the
 * branch was before. A force push may share less. `undefined` if they share nothing, or it isn't in this clone.
 */
export async function commonCommit(git: GitCommand, from: Base, to: string): Promise<string | undefined> {
  return from === nothing ? emptyTree(to) : oid(await git.text(['merge-base', from, to]));
}

/** Number of commits of `to` that `from` doesn't have; `undefined` when Git can't tell. */
export async function countCommits(git: GitCommand, from: Base, to: string): Promise<number | undefined> {
  const range = from === nothing ? to : `${from}..${to}`;
  const count = await git.text(['rev-list', '--count', range, '--'], { milliseconds: 5000 });
  return count === undefined ? undefined : Number(count.trim());
}

/** The tree without files, which every repository has, whether its ids are of SHA-1 or of SHA-256. */
function emptyTree(commit: string): string {
  return commit.length === 40
    ? '4b825dc642cb6eb9a060e54bf8d69288fbee4904'
    : '6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321';
}

/** A file that differs between two commits; paths are relative to the root, `undefined` where it doesn't exist. */
export interface ChangedFile {
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** `undefined` when Git doesn't answer. */
export async function changedFiles(
  git: GitCommand,
  from: string,
  to: string,
): Promise<readonly ChangedFile[] | undefined> {
  const args = ['diff', '--name-status', '--find-renames', '-z', '--no-ext-diff', from, to, '--'];
  const words = (await git.list(args, largeOutput))?.values();
  if (!words) return undefined;
  const files: ChangedFile[] = [];
  for (const status of words) {
    const file = words.next().value;
    // A renamed file has two names.
    if (/^[RC]/.test(status)) files.push({ before: file, after: words.next().value });
    else files.push({ before: status === 'A' ? undefined : file, after: status === 'D' ? undefined : file });
  }
  return files;
}

/** The commit of the clone's own branch of this name; `undefined` if it has none. */
export async function localCommit(git: GitCommand, name: string): Promise<string | undefined> {
  return commitAt(git, `refs/heads/${name}`);
}

/** The commit that a branch of the remote is at, as of the last fetch; `undefined` if it's gone. */
export async function remoteCommit(git: GitCommand, remote: string, name: string): Promise<string | undefined> {
  return commitAt(git, refPrefix(remote) + name);
}

/**
 * The commit of a ref. `rev-parse` isn't used, because it prefers a tag to a branch of the same short name, and
 * resolves the full name of a ref that doesn't exist to a tag of that name.
 */
async function commitAt(git: GitCommand, ref: string): Promise<string | undefined> {
  return oid(await git.text(['show-ref', '--verify', '--hash', '--', ref]));
}

/**
 * The ignored files where a commit has something else: a checkout overwrites them without a word. Relative to the
 * root; `undefined` when Git doesn't tell.
 */
export async function ignoredFilesIn(git: GitCommand, commit: string): Promise<readonly string[] | undefined> {
  const args = ['diff-index', '--cached', '--no-renames', '--diff-filter=D', '--name-only', '-z', commit, '--'];
  const notInIndex = await git.list(args, largeOutput);
  if (!notInIndex) return undefined;
  const there = await Promise.all(notInIndex.map((file) => inTheWay(git.root, file)));
  const taken = [...new Set(there.filter((place) => place !== undefined))];
  const ignored: string[] = [];
  while (taken.length > 0) {
    const list = ['ls-files', '--others', '--ignored', '--exclude-standard', '-z'];
    // On some disks, `.ENV` is the ignored `.env`.
    const some = taken.splice(0, pathsPerCommand).map((file) => `:(literal,icase)${file}`);
    const found = await git.list([...list, '--', ...some], largeOutput);
    if (!found) return undefined;
    ignored.push(...found);
  }
  return ignored;
}

/** The path that is in the way of a file: its own if it exists, or that of a parent that isn't a folder. */
async function inTheWay(root: string, file: string): Promise<string | undefined> {
  for (let place = file; place !== '.'; place = path.posix.dirname(place)) {
    const entry = await lstat(path.join(root, place)).catch(() => undefined);
    if (entry) return place === file || !entry.isDirectory() ? place : undefined;
  }
  return undefined;
}

function oid(answer = ''): string | undefined {
  const [text = ''] = answer.split('\n');
  return /^[\da-f]{40,64}$/.test(text) ? text : undefined;
}
