import { lstat, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { codeSpan, fence } from '../base/markup';
import { pathsAtOnce, type GitCommand, type GitOptions, type ProgramResult } from './gitCommand';

export interface LocalChanges {
  /** The commit that the diff starts from, which the remote has; empty when it starts from nothing. */
  readonly base: string;
  /** Unified diff of all text files, untracked ones included; empty when only other files differ. */
  readonly diff: string;
  /** Paths of differing files that are binary or too large, relative to the repository, as Git prints them: not included. */
  readonly binaryFiles: readonly string[];
}

type Diff = Pick<LocalChanges, 'diff' | 'binaryFiles'>;

/** The changes as an attachment to the message. `undefined` when there are none. */
export function changesAttachment({
  base,
  diff,
  binaryFiles,
}: LocalChanges): { readonly kind: 'changes'; readonly text: string } | undefined {
  if (diff === '' && binaryFiles.length === 0) return undefined;
  const start = base === '' ? 'They start from an empty repository' : `They start from commit ${base}`;
  const text = [
    `These changes aren't on the remote yet. ${start}; apply them before you begin.`,
    diff === '' ? undefined : fence(diff, 'diff'),
    binaryFiles.length === 0
      ? undefined
      : `Not included, because they are binary or too large: ${binaryFiles.map(codeSpan).join(', ')}`,
  ];
  return { kind: 'changes', text: text.filter((part) => part !== undefined).join('\n\n') };
}

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
 * and untracked files. Without a ref of the remote's branch, any remote's branch counts; if none is known, uncommitted
 * changes.
 * @throws when the changes are too large to be read
 */
export async function localChanges(git: GitCommand, trackingRef: string | undefined): Promise<LocalChanges> {
  const base = await baseOf(git, trackingRef);
  // Git's name for an empty tree, the base of a repository without commits.
  const nothing = textIn(await git.run(['hash-object', '-t', 'tree', '--stdin'])).trim();
  const tracked = await diffFrom(git, base ?? nothing);
  const untracked = await untrackedChanges(git, nothing);
  return {
    base: base?.slice(0, 12) ?? '',
    diff: tracked.diff + untracked.diff,
    binaryFiles: [...tracked.binaryFiles, ...untracked.binaryFiles],
  };
}

/** `git diff` refreshes the index, even with locks turned off; the plumbing command below it doesn't. */
async function diffFrom(git: GitCommand, from: string, index?: Pick<GitOptions, 'index'>): Promise<Diff> {
  const args = ['-c', 'core.quotePath=false', 'diff-index', ...diffOptions, from, '--'];
  return readDiff(textIn(await git.run(args, { ...index, bytes: diffBytes })));
}

async function baseOf(git: GitCommand, trackingRef: string | undefined): Promise<string | undefined> {
  const first = async (...args: string[]) => (await git.text(args))?.split('\n', 1)[0] || undefined;
  return (
    (trackingRef ? await first('merge-base', 'HEAD', trackingRef) : undefined) ??
    (await sharedWithAny(git)) ??
    (await first('rev-parse', '--verify', 'HEAD'))
  );
}

/** The branch's newest commit that some remote has, where the branch itself is on none. */
async function sharedWithAny(git: GitCommand): Promise<string | undefined> {
  const args = ['rev-list', '--first-parent', '--boundary', 'HEAD', '--not', '--remotes', '--'];
  return /^-(.*)$/m.exec((await git.text(args, { bytes: diffBytes })) ?? '')?.[1];
}

/** Git has a diff for untracked files if an index names them, whatever it says is in them: a temporary one does. */
async function untrackedChanges(git: GitCommand, nothing: string): Promise<Diff> {
  const args = ['ls-files', '--others', '--exclude-standard', '-z'];
  const listed = textIn(await git.run(args, { bytes: diffBytes }));
  const names = listed.split('\0').filter((name) => name !== '');
  if (names.length > untrackedFiles) throw new Error(`The changes couldn't be read: ${names.length} untracked files`);
  const sizes = await Promise.all(names.map((name) => sizeOf(path.join(git.root, name))));
  const isSmall = (index: number) => (sizes[index] ?? Infinity) <= untrackedBytes;
  const entries = names.filter((_, index) => isSmall(index)).map((name) => `100644,${nothing},${name}`);
  const folder = await mkdtemp(path.join(tmpdir(), 'agent-conversations-'));
  const index = { index: path.join(folder, 'index') };
  try {
    while (entries.length > 0) {
      const some = entries.splice(0, pathsAtOnce).flatMap((entry) => ['--cacheinfo', entry]);
      textIn(await git.run(['update-index', '--add', ...some], index));
    }
    const { diff, binaryFiles } = await diffFrom(git, nothing, index);
    return { diff, binaryFiles: [...binaryFiles, ...names.filter((_, index) => !isSmall(index))] };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** `undefined` for the folder of a nested repository, and for a file that was deleted meanwhile. */
async function sizeOf(file: string): Promise<number | undefined> {
  const entry = await lstat(file).catch(() => undefined);
  return entry?.isDirectory() ? undefined : entry?.size;
}

function textIn(result: ProgramResult): string {
  if (result.kind !== 'text') throw new Error(`The changes couldn't be read: ${result.kind}`);
  return result.text;
}

/**
 * Splits the output of `git diff-index --patch` into text and the names of other files. Only a line feed ends a line:
 * the other characters that JavaScript treats as line breaks may occur within one.
 */
export function readDiff(output: string): Diff {
  const files = output
    .replace(/(?<![^\n])\* Unmerged path [^\n]*\n/g, '')
    .split(/(?<![^\n])(?=diff --git )/)
    .filter((file) => file !== '');
  return {
    diff: files.filter((file) => !isBinary(file)).join(''),
    binaryFiles: files.filter(isBinary).map(pathOf),
  };
}

/** Bytes that aren't UTF-8 were replaced when decoded, so the diff would no longer apply. */
function isBinary(file: string): boolean {
  return /\n(?:Binary files [^\n]* differ|GIT binary patch)\n|[\0\ufffd]/.test(file);
}

/**
 * `diff --git a/path b/path`: both sides name the same path, and only their length tells where one ends. One with a
 * quotation mark or a control character stays as Git quotes it: `"b/a\tb"`.
 */
function pathOf(file: string): string {
  const sides = file.slice('diff --git '.length, file.indexOf('\n'));
  const side = sides.slice((sides.length + 1) / 2);
  return side.replace(/^("?)b\//, '$1');
}
