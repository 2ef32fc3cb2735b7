import { lstat, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { codeSpan, fence } from '../base/markup';
import { largeOutput, pathsPerCommand, type GitCommand, type GitOptions, type ProgramResult } from './gitCommand';

export interface LocalChanges {
  /** The commit that the diff starts from, which the remote has; empty if the repository has no commits. */
  readonly base: string;
  /** Unified diff of all text files, including untracked ones; empty if only other files differ. */
  readonly diff: string;
  /**
   * Paths of files that differ, but are binary, in Git LFS, or too large for the diff, and of submodules with uncommitted
   * changes. Relative to the repository, as Git prints them.
   */
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
      : `Not included, because they are binary, in Git LFS, too large, or inside a submodule: ${binaryFiles.map(codeSpan).join(', ')}`,
  ];
  return { kind: 'changes', text: text.filter((part) => part !== undefined).join('\n\n') };
}

const maxDiffBytes = 32 * 1024 * 1024;
const maxUntrackedFiles = 1000;
const maxUntrackedBytes = 1024 * 1024;

/** Options that override the user's configuration, so that the diff can be applied with any configuration. */
const diffOptions = [
  '--patch',
  '--no-color',
  '--no-ext-diff',
  '--no-textconv',
  '--no-renames',
  '--unified=3',
  '--submodule=short',
  '--ignore-submodules=none',
  '--src-prefix=a/',
  '--dst-prefix=b/',
];

/** The same for what only some versions of Git have an option for, or none. */
const diffConfiguration = ['-c', 'core.quotePath=false', '-c', 'diff.relative=false'];

/**
 * The changes that a clone has and its remote doesn't: commits since the newest shared one, staged and unstaged changes,
 * and untracked files. If the remote's branch has no ref in the clone, the newest commit shared with any remote counts. If
 * there is none, only uncommitted changes are included.
 * @throws when the changes are too large to be read
 */
export async function localChanges(git: GitCommand, trackingRef: string | undefined): Promise<LocalChanges> {
  const base = await baseOf(git, trackingRef);
  // The id of an empty tree, which is the base in a repository without commits.
  const emptyTree = textIn(await git.run(['hash-object', '-t', 'tree', '--stdin'])).trim();
  const tracked = await diffFrom(git, base ?? emptyTree);
  const untracked = await untrackedChanges(git, emptyTree);
  return {
    base: base?.slice(0, 12) ?? '',
    diff: tracked.diff + untracked.diff,
    binaryFiles: [...tracked.binaryFiles, ...untracked.binaryFiles],
  };
}

/** Uses `git diff-index`, because `git diff` writes to the index, even with locks turned off. */
async function diffFrom(git: GitCommand, from: string, index?: Pick<GitOptions, 'index'>): Promise<Diff> {
  const args = [...diffConfiguration, 'diff-index', ...diffOptions, from, '--'];
  return readDiff(textIn(await git.run(args, { ...index, bytes: maxDiffBytes })));
}

async function baseOf(git: GitCommand, trackingRef: string | undefined): Promise<string | undefined> {
  const first = async (...args: string[]) => (await textOrNone(git, args)).split('\n', 1)[0] || undefined;
  return (
    (trackingRef ? await first('merge-base', 'HEAD', trackingRef) : undefined) ??
    (await newestCommitOnRemotes(git)) ??
    (await first('rev-parse', '--verify', 'HEAD'))
  );
}

async function newestCommitOnRemotes(git: GitCommand): Promise<string | undefined> {
  const args = ['rev-list', '--first-parent', '--boundary', 'HEAD', '--not', '--remotes', '--'];
  return /^-(.*)$/m.exec(await textOrNone(git, args))?.[1];
}

/**
 * The output, empty if Git fails, because there is no such commit.
 * @throws if Git doesn't answer in time: commits that the remote lacks would silently be left out
 */
async function textOrNone(git: GitCommand, args: readonly string[]): Promise<string> {
  const answer = await git.run(args, largeOutput);
  return answer.kind === 'failed' ? '' : textIn(answer);
}

/** Git only compares files that are in an index, so a temporary index names these. Their content there doesn't count. */
async function untrackedChanges(git: GitCommand, emptyTree: string): Promise<Diff> {
  const args = ['ls-files', '--others', '--exclude-standard', '-z'];
  const listed = textIn(await git.run(args, { bytes: maxDiffBytes }));
  const names = listed.split('\0').filter((name) => name !== '');
  if (names.length > maxUntrackedFiles)
    throw new Error(`The changes couldn't be read: ${names.length} untracked files`);
  const sizes = await Promise.all(names.map((name) => sizeOf(path.join(git.root, name))));
  const isSmall = (index: number) => (sizes[index] ?? Infinity) <= maxUntrackedBytes;
  const entries = names.filter((_, index) => isSmall(index)).map((name) => `100644,${emptyTree},${name}`);
  const folder = await mkdtemp(path.join(tmpdir(), 'agent-conversations-'));
  const index = { index: path.join(folder, 'index') };
  try {
    while (entries.length > 0) {
      const some = entries.splice(0, pathsPerCommand).flatMap((entry) => ['--cacheinfo', entry]);
      textIn(await git.run(['update-index', '--add', ...some], index));
    }
    const { diff, binaryFiles } = await diffFrom(git, emptyTree, index);
    return { diff, binaryFiles: [...binaryFiles, ...names.filter((_, index) => !isSmall(index))] };
  } finally {
    // On Windows, a virus scanner may have it open. The changes have been read anyway.
    await rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
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
  const files = output.replace(/(?<![^\n])\* Unmerged path [^\n]*\n/g, '').split(/(?<![^\n])(?=diff --git )/);
  const texts = files.filter((file) => !isBinary(file));
  return {
    diff: texts.map((file) => (isUncommitted(file) ? committedPart(file) : file)).join(''),
    binaryFiles: files.filter((file) => isBinary(file) || isUncommitted(file)).map(pathOf),
  };
}

/** The second line of a submodule's diff. A text file, which may contain the mark, has another one. */
const submoduleHeader = /^[^\n]*\n(?:new file mode 160000|index [^\n]* 160000|--- [^\n]*)\n/;
const uncommittedMark = /(?<=\n\+Subproject commit [\da-f]{40,64})-dirty\n$/;
const sameCommit = /\n-(Subproject commit [\da-f]{40,64})\n\+\1\n$/;

/** True for a submodule with uncommitted changes, which can't be expressed in the diff of the repository around it. */
function isUncommitted(file: string): boolean {
  return submoduleHeader.test(file) && uncommittedMark.test(file);
}

/** The change of an uncommitted submodule's commit; empty if it's the same commit. */
function committedPart(file: string): string {
  const committed = file.replace(uncommittedMark, '\n');
  return sameCommit.test(committed) ? '' : committed;
}

/**
 * Bytes that aren't UTF-8 were replaced when decoded, so the diff would no longer apply. The diff of a file in Git LFS only
 * names its content, which isn't on the remote yet.
 */
function isBinary(file: string): boolean {
  return /\n(?:Binary files [^\n]* differ|GIT binary patch)\n|[\0\ufffd]/.test(file) || lfsPointer.test(file);
}

/** The three lines of a pointer, or more with extensions, are the whole file. */
const lfsPointer =
  /\n@@ -[01],\d+ \+[01],\d+ @@\n[ +-]version https:\/\/git-lfs\.github\.com\/spec\/v1\n(?:[ +-]ext-[^\n]*\n)*[+-]oid /;

/**
 * `diff --git a/path b/path`: both sides name the same path, and only their length tells where one ends. One with a
 * quotation mark or a control character stays as Git quotes it: `"b/a\tb"`.
 */
function pathOf(file: string): string {
  const sides = file.slice('diff --git '.length, file.indexOf('\n'));
  const side = sides.slice((sides.length + 1) / 2);
  return side.replace(/^("?)b\//, '$1');
}
