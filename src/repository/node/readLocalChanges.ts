import { isUtf8 } from 'node:buffer';
import { lstat, readlink } from 'node:fs/promises';
import path from 'node:path';
import { newFileDiff, readDiff, type LocalChanges } from '../common/localChanges';
import type { GitCommand, ProgramResult } from './gitCommand';
import { readRegularFile } from '../../base/node/regularFile';

const diffBytes = 32 * 1024 * 1024;
const untrackedFiles = 1000;
const untrackedBytes = 1024 * 1024;

/** Options that the user may have configured otherwise, and that a tool applying the diff couldn't read. */
const diffOptions = [
  '--patch',
  '--no-color',
  '--no-ext-diff',
  '--no-textconv',
  '--no-renames',
  '--no-relative',
  '--unified=3',
  '--submodule=short',
  // Uncommitted changes inside a submodule aren't a commit that could be checked out.
  '--ignore-submodules=dirty',
  '--src-prefix=a/',
  '--dst-prefix=b/',
];

/**
 * Changes that a clone has and its remote doesn't: commits since the newest shared one, staged and unstaged changes,
 * and untracked files. Without an upstream, any remote's branch counts; if none is known, uncommitted changes.
 * @throws when the changes are too large to be read
 */
export async function localChanges(git: GitCommand, root: string, upstream: string | undefined): Promise<LocalChanges> {
  const base = await baseOf(git, root, upstream);
  const from = base ?? (await emptyTree(git, root));
  // `git diff` refreshes the index, even with locks turned off; the plumbing command below it doesn't.
  const args = ['-c', 'core.quotePath=false', 'diff-index', ...diffOptions, from, '--'];
  const tracked = textIn(await git.run(args, { root, bytes: diffBytes }));
  const { diff, binaryFiles } = readDiff(tracked);
  const untracked = await untrackedDiffs(git, root);
  return {
    base: base?.slice(0, 12) ?? '',
    diff: diff + untracked.map((file) => file.diff ?? '').join(''),
    binaryFiles: [...binaryFiles, ...untracked.filter((file) => file.diff === undefined).map(({ name }) => name)],
  };
}

/** `undefined` before the first commit. */
async function baseOf(git: GitCommand, root: string, upstream: string | undefined): Promise<string | undefined> {
  const first = async (...args: string[]) => {
    const result = await git.run(args, { root });
    return (result.kind === 'text' && result.text.split('\n', 1)[0]) || undefined;
  };
  return (
    (upstream ? await first('merge-base', 'HEAD', `refs/remotes/${upstream}`) : undefined) ??
    (await sharedWithAny(git, root)) ??
    (await first('rev-parse', '--verify', 'HEAD'))
  );
}

/** The branch's newest commit that some remote has, where the branch itself is on none. */
async function sharedWithAny(git: GitCommand, root: string): Promise<string | undefined> {
  const args = ['rev-list', '--first-parent', '--boundary', 'HEAD', '--not', '--remotes', '--'];
  const commits = await git.run(args, { root, bytes: diffBytes });
  return commits.kind === 'text' ? /^-(.*)$/m.exec(commits.text)?.[1] : undefined;
}

/** Git's name for an empty tree, the base of a repository without commits. */
async function emptyTree(git: GitCommand, root: string): Promise<string> {
  return textIn(await git.run(['hash-object', '-t', 'tree', '--stdin'], { root })).trim();
}

/** Git has no diff for untracked files; binary or large ones get none here either. */
async function untrackedDiffs(git: GitCommand, root: string): Promise<readonly { name: string; diff?: string }[]> {
  const listed = textIn(
    await git.run(['ls-files', '--others', '--exclude-standard', '-z'], { root, bytes: diffBytes }),
  );
  const names = listed.split('\0').filter((name) => name !== '');
  if (names.length > untrackedFiles) throw new Error(`The changes couldn't be read: ${names.length} untracked files`);
  const files: { name: string; diff?: string }[] = [];
  let length = 0;
  for (const name of names) {
    const diff = await untrackedDiff(root, name);
    files.push({ name, ...(diff !== undefined && { diff }) });
    length += diff?.length ?? 0;
    if (length > diffBytes) throw new Error("The changes couldn't be read: tooMuch");
  }
  return files;
}

async function untrackedDiff(root: string, name: string): Promise<string | undefined> {
  const file = path.join(root, name);
  try {
    const stats = await lstat(file);
    // The target of a link may be outside of the repository and isn't what Git would store.
    if (stats.isSymbolicLink()) return newFileDiff(name, await readlink(file), '120000');
    const content = await readRegularFile(file, untrackedBytes);
    if (!content || content.includes(0) || !isUtf8(content)) return undefined;
    return newFileDiff(name, content.toString('utf8'), stats.mode & 0o100 ? '100755' : '100644');
  } catch {
    // A nested repository, or a file that was deleted meanwhile.
    return undefined;
  }
}

function textIn(result: ProgramResult): string {
  if (result.kind !== 'text') throw new Error(`The changes couldn't be read: ${result.kind}`);
  return result.text;
}
