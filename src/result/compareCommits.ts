import { lstat } from 'node:fs/promises';
import path from 'node:path';
import type { CloneRemote } from '../repository/target';
import { pathsAtOnce, type GitCommand, type ProgramResult } from '../repository/gitCommand';
import { refPrefix } from '../repository/remoteBranches';

const large = { milliseconds: 30_000, bytes: 32 * 1024 * 1024 };

/** Stands for the commit to compare a branch with if the remote was empty before. */
export const nothing = Symbol('nothing');
export type Base = string | typeof nothing;

/**
 * The commit to compare a branch with: the newest one that it shares with where the agent began, or with where the
 * branch was before. A force push may share less. `undefined` if they share nothing, or it isn't in this clone.
 */
export async function commonCommit(
  git: GitCommand,
  { root }: CloneRemote,
  from: Base,
  to: string,
): Promise<string | undefined> {
  return from === nothing ? emptyTree(to) : oid(await git.run(['merge-base', from, to], { root }));
}

/** Number of commits of `to` that `from` doesn't have; `undefined` when Git can't tell. */
export async function countCommits(
  git: GitCommand,
  { root }: CloneRemote,
  from: Base,
  to: string,
): Promise<number | undefined> {
  const range = from === nothing ? to : `${from}..${to}`;
  const answer = await git.run(['rev-list', '--count', range, '--'], { root, milliseconds: 5000 });
  return answer.kind === 'text' ? Number(answer.text.trim()) : undefined;
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
  { root }: CloneRemote,
  from: string,
  to: string,
): Promise<readonly ChangedFile[] | undefined> {
  const args = ['diff', '--name-status', '--find-renames', '-z', '--no-ext-diff', from, to, '--'];
  const answer = await git.run(args, { root, ...large });
  return answer.kind === 'text' ? changedFilesIn(answer.text) : undefined;
}

function changedFilesIn(output: string): readonly ChangedFile[] {
  const words = output.split('\0');
  const files: ChangedFile[] = [];
  for (let at = 0; at + 1 < words.length;) {
    const [status = '', path = '', renamed = ''] = words.slice(at, at + 3);
    const isTwo = /^[RC]/.test(status);
    if (isTwo) files.push({ before: path, after: renamed });
    else files.push({ before: status === 'A' ? undefined : path, after: status === 'D' ? undefined : path });
    at += isTwo ? 3 : 2;
  }
  return files;
}

/** The commit of the clone's own branch of this name; `undefined` if it has none. */
export async function localCommit(git: GitCommand, place: CloneRemote, name: string): Promise<string | undefined> {
  return commitAt(git, place, `refs/heads/${name}`);
}

/** The commit that a branch of the remote is at, as of the last fetch; `undefined` if it's gone. */
export async function remoteCommit(git: GitCommand, place: CloneRemote, name: string): Promise<string | undefined> {
  return commitAt(git, place, refPrefix(place.remote) + name);
}

/** A full name: of a short one, Git takes a tag first. */
async function commitAt(git: GitCommand, { root }: CloneRemote, ref: string): Promise<string | undefined> {
  return oid(await git.run(['rev-parse', '--verify', '--quiet', ref], { root }));
}

/**
 * The ignored files where a commit has something else: a checkout overwrites them without a word. Relative to the
 * root; `undefined` when Git doesn't tell.
 */
export async function ignoredFilesIn(
  git: GitCommand,
  { root }: CloneRemote,
  commit: string,
): Promise<readonly string[] | undefined> {
  const args = ['diff-index', '--cached', '--no-renames', '--diff-filter=D', '--name-only', '-z', commit, '--'];
  const notInIndex = await git.run(args, { root, ...large });
  if (notInIndex.kind !== 'text') return undefined;
  const files = notInIndex.text.split('\0').filter((file) => file !== '');
  const there = await Promise.all(files.map((file) => inTheWay(root, file)));
  const taken = [...new Set(there.filter((place) => place !== undefined))];
  const ignored: string[] = [];
  while (taken.length > 0) {
    const list = ['ls-files', '--others', '--ignored', '--exclude-standard', '-z'];
    const some = taken.splice(0, pathsAtOnce);
    const answer = await git.run(['--literal-pathspecs', ...list, '--', ...some], { root, ...large });
    if (answer.kind !== 'text') return undefined;
    ignored.push(...answer.text.split('\0').filter((file) => file !== ''));
  }
  return ignored;
}

/** What is at the path of a file, or where it needs a folder. */
async function inTheWay(root: string, file: string): Promise<string | undefined> {
  for (let place = file; place !== '.'; place = path.posix.dirname(place)) {
    const entry = await lstat(path.join(root, place)).catch(() => undefined);
    if (entry) return place === file || !entry.isDirectory() ? place : undefined;
  }
  return undefined;
}

function oid(answer: ProgramResult): string | undefined {
  const text = answer.kind === 'text' ? (answer.text.split('\n')[0] ?? '') : '';
  return /^[\da-f]{40,64}$/.test(text) ? text : undefined;
}
