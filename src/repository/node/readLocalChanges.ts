import { isUtf8 } from 'node:buffer';
import { lstat, readlink } from 'node:fs/promises';
import path from 'node:path';
import { newFileDiff, readDiff, type LocalChanges } from '../common/localChanges';
import type { GitCommand, ProgramResult } from './gitCommand';
import { readRegularFile } from '../../base/node/regularFile';

const diffBytes = 32 * 1024 * 1024;
const untrackedFiles = 1000;
const untrackedBytes = 1024 * 1024;

/** What a person may have set otherwise, and what applies the diff could not read. */
const diffOptions = [
  '--patch',
  '--no-color',
  '--no-ext-diff',
  '--no-textconv',
  '--no-renames',
  '--no-relative',
  '--unified=3',
  '--submodule=short',
  // What is changed inside of a submodule is no commit that anybody could check out.
  '--ignore-submodules=dirty',
  '--src-prefix=a/',
  '--dst-prefix=b/',
];

/**
 * What a clone has and its remote has not: the commits since the newest one that they share, what is staged, what is
 * not, and untracked files. Without an upstream, any remote's branch counts; where none is known, what is not committed.
 * @throws when the changes are too large to be read
 */
export async function localChanges(git: GitCommand, root: string, upstream: string | undefined): Promise<LocalChanges> {
  const base = await baseOf(git, root, upstream);
  const from = base ?? (await emptyTree(git, root));
  // `git diff` refreshes the index, whatever it is told of locks; what it is made from does not.
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

/** The newest commit of the branch that some remote has, where the branch itself is on none. */
async function sharedWithAny(git: GitCommand, root: string): Promise<string | undefined> {
  const args = ['rev-list', '--first-parent', '--boundary', 'HEAD', '--not', '--remotes', '--'];
  const commits = await git.run(args, { root, bytes: diffBytes });
  return commits.kind === 'text' ? /^-(.*)$/m.exec(commits.text)?.[1] : undefined;
}

/** Git's name for a tree without files, which a repository without a commit starts from. */
async function emptyTree(git: GitCommand, root: string): Promise<string> {
  return textIn(await git.run(['hash-object', '-t', 'tree', '--stdin'], { root })).trim();
}

/** A file that Git does not know has no diff from Git; one that is binary or large has none from us. */
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
    // What a link leads to may be outside of the repository and is not what Git would keep.
    if (stats.isSymbolicLink()) return newFileDiff(name, await readlink(file), '120000');
    const content = await readRegularFile(file, untrackedBytes);
    if (!content || content.includes(0) || !isUtf8(content)) return undefined;
    return newFileDiff(name, content.toString('utf8'), stats.mode & 0o100 ? '100755' : '100644');
  } catch {
    // A folder that is a repository of its own, or a file that went away.
    return undefined;
  }
}

function textIn(result: ProgramResult): string {
  if (result.kind !== 'text') throw new Error(`The changes couldn't be read: ${result.kind}`);
  return result.text;
}
