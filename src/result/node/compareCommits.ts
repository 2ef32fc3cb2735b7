import type { CloneRemote } from '../../repository/common/target';
import type { GitCommand, ProgramResult } from '../../repository/node/gitCommand';

const large = { milliseconds: 30_000, bytes: 32 * 1024 * 1024 };

/**
 * The commit to compare a branch with: the newest one that it shares with where the agent began, or with where the
 * branch was before. A force push may share less. `undefined` if they share nothing, or it isn't in this clone.
 */
export async function commonCommit(
  git: GitCommand,
  { root }: CloneRemote,
  from: string,
  to: string,
): Promise<string | undefined> {
  return oid(await git.run(['merge-base', from, to], { root }));
}

/** Number of commits of `to` that `from` doesn't have; `undefined` when Git can't tell. */
export async function countCommits(
  git: GitCommand,
  { root }: CloneRemote,
  from: string,
  to: string,
): Promise<number | undefined> {
  const answer = await git.run(['rev-list', '--count', `${from}..${to}`, '--'], { root, milliseconds: 5000 });
  return answer.kind === 'text' ? Number(answer.text.trim()) : undefined;
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
export async function localCommit(git: GitCommand, { root }: CloneRemote, name: string): Promise<string | undefined> {
  return oid(await git.run(['rev-parse', '--verify', '--quiet', `refs/heads/${name}`], { root }));
}

/**
 * The ignored files in the working tree that a commit has: a checkout overwrites them without a word. Relative to the
 * root.
 */
export async function ignoredFilesIn(
  git: GitCommand,
  { root }: CloneRemote,
  commit: string,
): Promise<readonly string[]> {
  const ignored = await git.run(['ls-files', '--others', '--ignored', '--exclude-standard', '-z'], { root, ...large });
  const added = await git.run(['diff', '--name-only', '--diff-filter=A', '-z', 'HEAD', commit, '--'], {
    root,
    ...large,
  });
  if (ignored.kind !== 'text' || added.kind !== 'text') return [];
  const there = new Set(ignored.text.split('\0'));
  return added.text.split('\0').filter((file) => file !== '' && there.has(file));
}

function oid(answer: ProgramResult): string | undefined {
  const text = answer.kind === 'text' ? (answer.text.split('\n')[0] ?? '') : '';
  return /^[\da-f]{40,64}$/.test(text) ? text : undefined;
}
