import { fence } from '../../base/common/markup';

/** Changes that a clone has and its remote doesn't. */
export interface LocalChanges {
  /** The commit that the diff starts from, which the remote has; empty when it starts from nothing. */
  readonly base: string;
  /** Unified diff of all text files, untracked ones included; empty when only other files differ. */
  readonly diff: string;
  /** Paths of differing files that are binary or too large, relative to the repository: named, not included. */
  readonly binaryFiles: readonly string[];
}

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
      : `Not included, because they are binary or too large: ${binaryFiles.join(', ')}`,
  ];
  return { kind: 'changes', text: text.filter((part) => part !== undefined).join('\n\n') };
}

/**
 * Splits the output of `git diff-index --patch` into text and the names of other files. Only a line feed ends a line:
 * the other characters that JavaScript treats as line breaks may occur within one.
 */
export function readDiff(output: string): Pick<LocalChanges, 'diff' | 'binaryFiles'> {
  const files = output
    .replace(/(?<![^\n])\* Unmerged path .*\n/g, '')
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

/** `diff --git a/path b/path`: both sides name the same path, and only their length tells where one ends. */
function pathOf(file: string): string {
  const sides = file.slice('diff --git '.length, file.indexOf('\n'));
  const side = sides.slice((sides.length + 1) / 2);
  return unquote(side).replace(/^b\//, '');
}

/** Diff of a text file that Git doesn't track yet, as Git would show it after `git add`. */
export function newFileDiff(name: string, text: string, mode = '100644'): string {
  const endsInLineBreak = text.endsWith('\n');
  const lines = text === '' ? [] : (endsInLineBreak ? text.slice(0, -1) : text).split('\n');
  const path = quote(`b/${name}`);
  const head = `diff --git ${quote(`a/${name}`)} ${path}\nnew file mode ${mode}\n`;
  if (lines.length === 0) return head;
  const count = lines.length === 1 ? '' : `,${lines.length}`;
  const body = lines.map((line) => `+${line}\n`).join('');
  const end = endsInLineBreak ? '' : '\\ No newline at end of file\n';
  // A tab ends a name that contains spaces.
  const tab = name.includes(' ') ? '\t' : '';
  return `${head}--- /dev/null\n+++ ${path}${tab}\n@@ -0,0 +1${count} @@\n${body}${end}`;
}

/** Git's escapes for bytes in a path; other bytes are written as octal numbers. */
const escapes: ReadonlyMap<string, string> = new Map([
  ['\\a', '\x07'],
  ['\\b', '\b'],
  ['\\t', '\t'],
  ['\\n', '\n'],
  ['\\v', '\v'],
  ['\\f', '\f'],
  ['\\r', '\r'],
  ['\\"', '"'],
  ['\\\\', '\\'],
]);
const escapeOf: ReadonlyMap<string, string> = new Map([...escapes].map(([escape, byte]) => [byte, escape]));

function quote(path: string): string {
  const octal = (byte: string) => `\\${byte.charCodeAt(0).toString(8).padStart(3, '0')}`;
  const quoted = path.replace(/["\\]|(?=[\0-\x7f])\p{Cc}/gu, (byte) => escapeOf.get(byte) ?? octal(byte));
  return quoted === path ? path : `"${quoted}"`;
}

function unquote(path: string): string {
  if (!path.startsWith('"')) return path;
  const parts = path.slice(1, -1).match(/\\[0-7]{3}|\\.|[^\\]+/g) ?? [];
  const bytes = parts.flatMap((part) =>
    /^\\\d/.test(part) ? [Number.parseInt(part.slice(1), 8)] : [...new TextEncoder().encode(escapes.get(part) ?? part)],
  );
  return new TextDecoder().decode(Uint8Array.from(bytes));
}
