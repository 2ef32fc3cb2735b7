import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  changesAttachment,
  newFileDiff,
  readDiff,
  type LocalChanges,
} from '../../../src/repository/common/localChanges';
import { cleanEnvironment } from '../../host/childProcess';
import { TemporaryFolder } from '../../host/temporaryFolder';

const isWindows = process.platform === 'win32';

/** A folder that Git works in, with its own configuration only, and one commit without files. */
class GitFolder {
  readonly #folder = new TemporaryFolder('diff');
  readonly path = path.join(this.#folder.path, 'app');

  /** @param like Folder to copy at the beginning, which takes a tenth of the time. */
  constructor(like?: GitFolder) {
    if (like) {
      cpSync(like.path, this.path, { recursive: true });
      return;
    }
    mkdirSync(this.path);
    this.git('init', '--initial-branch=main', '--template=');
    this.git('config', 'core.autocrlf', 'false');
    this.commit();
  }

  /** @returns Git's output; the exit code is ignored for `diff`, which uses it as its result */
  git(...args: string[]): string {
    const { stdout, stderr, status } = spawnSync('git', args, {
      cwd: this.path,
      encoding: 'utf8',
      env: cleanEnvironment({ GIT_CONFIG_GLOBAL: isWindows ? 'NUL' : '/dev/null', GIT_CONFIG_NOSYSTEM: '1' }),
    });
    assert.equal(status, 0, `git ${args.join(' ')}: ${stderr}`);
    return stdout;
  }

  write(name: string, content: string | Uint8Array): void {
    const file = path.join(this.path, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content);
  }

  remove(name: string): void {
    rmSync(path.join(this.path, name));
  }

  commit(): void {
    const author = ['-c', 'user.name=A', '-c', 'user.email=a@example.com', '-c', 'commit.gpgsign=false'];
    this.git('add', '--all');
    this.git(...author, 'commit', '--allow-empty', '--message=One');
  }

  diff(...configuration: string[]): string {
    this.git('add', '--intent-to-add', '.');
    return this.git(...configuration.flatMap((entry) => ['-c', entry]), 'diff', '--no-renames', 'HEAD', '--');
  }

  /** Content of the file after a patch, which Git applies whole or not at all. */
  apply(patch: string, name: string): string {
    const file = path.join(path.dirname(this.path), 'patch');
    writeFileSync(file, patch);
    this.git('apply', file);
    return readFileSync(path.join(this.path, name), 'utf8');
  }

  dispose(): void {
    this.#folder.dispose();
  }
}

const bytes = Uint8Array.from([0, 1, 2, 255]);

describe('readDiff', () => {
  let template: GitFolder;
  let folder: GitFolder;
  before(() => (template = new GitFolder()));
  beforeEach(() => (folder = new GitFolder(template)));
  afterEach(() => folder.dispose());
  after(() => template.dispose());

  /** Changes in each case: files before and after it; `null` means that there is no file. */
  type Files = Readonly<Record<string, string | Uint8Array | null>>;
  /** Number of files that stay in the diff, and the names of the others. */
  const rows: readonly (readonly [string, Files, Files, number, readonly string[]])[] = [
    ['accepts an empty diff', { a: 'x\n' }, {}, 0, []],
    ['keeps a changed text', { a: 'x\n' }, { a: 'y\n' }, 1, []],
    ['keeps a new text', {}, { a: 'x\n' }, 1, []],
    ['keeps an empty file', {}, { a: '' }, 1, []],
    ['keeps a deleted text', { a: 'x\n' }, { a: null }, 1, []],
    ['keeps texts without a line break at their end', { a: 'x' }, { a: 'y' }, 1, []],
    ['names a new binary file', {}, { a: bytes }, 0, ['a']],
    ['names a changed binary file', { a: bytes }, { a: Uint8Array.from([0]) }, 0, ['a']],
    ['names a deleted binary file', { a: bytes }, { a: null }, 0, ['a']],
    ['names a text that became binary', { a: 'x\n' }, { a: bytes }, 0, ['a']],
    ['tells texts and binary files apart', { a: 'x', b: bytes, c: 'x' }, { a: 'y', b: 'x', c: 'y' }, 2, ['b']],
    ['names a text that is not UTF-8', { a: 'x' }, { a: Buffer.from('é\n', 'latin1') }, 0, ['a']],
    ['reads names with spaces', {}, { 'a b': bytes, 'c d': 'x' }, 1, ['a b']],
    ['reads names with " b/" in them', {}, { 'x b/y': bytes, 'z b/b/b': bytes }, 0, ['x b/y', 'z b/b/b']],
    ['reads a name like a header', {}, { 'diff --git a/x b/x': bytes }, 0, ['diff --git a/x b/x']],
    ["reads names that begin with a side's prefix", {}, { 'a/a': bytes, 'b/b': bytes }, 0, ['a/a', 'b/b']],
    ['reads names in other scripts', {}, { 'é ö': bytes, '日本/語': bytes, '🙂': 'x' }, 1, ['é ö', '日本/語']],
    ['reads names with apostrophes', {}, { "it's": bytes }, 0, ["it's"]],
    ["isn't misled by a diff inside a text", {}, { a: 'diff --git a/x b/x\nBinary files a and b differ\n' }, 1, []],
    ["isn't misled by carriage returns", {}, { a: 'x\rBinary files a and b differ\rdiff --git a/x b/x\n' }, 1, []],
    ['names a whole file', {}, { a: Buffer.from('x\rdiff --git a/x b/x\né\n', 'latin1') }, 0, ['a']],
    ["isn't misled by line separators", {}, { a: 'x\u2028diff --git a b\u2029Binary files a differ\n' }, 1, []],
    ["isn't misled by a patch inside a text", {}, { a: 'x\nGIT binary patch\nliteral 0\n' }, 1, []],
  ];
  const unixRows: typeof rows = [
    ['reads names with quotes', {}, { '"a"': bytes, 'b"': 'x' }, 1, ['"a"']],
    ['reads names with backslashes', {}, { 'a\\b': bytes, '\\303\\251': bytes }, 0, ['\\303\\251', 'a\\b']],
    ['reads names with control characters', {}, { 'a\tb\nc\x01\x7f': bytes }, 0, ['a\tb\nc\x01\x7f']],
    ['reads quoted names with " b/" in them', {}, { '"x" b/é"': bytes }, 0, ['"x" b/é"']],
  ];

  for (const [title, before, after, texts, binaryFiles] of [...rows, ...(isWindows ? [] : unixRows)]) {
    it(`${title}, whatever core.quotePath is`, () => {
      for (const [name, content] of Object.entries(before)) if (content !== null) folder.write(name, content);
      if (Object.keys(before).length > 0) folder.commit();
      for (const [name, content] of Object.entries(after)) {
        if (content === null) folder.remove(name);
        else folder.write(name, content);
      }
      for (const quotePath of [true, false]) {
        const output = folder.diff(`core.quotePath=${quotePath}`);
        const found = readDiff(output);
        assert.deepEqual(found.binaryFiles, binaryFiles);
        assert.equal(found.diff.match(/(?<![^\n])diff --git /g)?.length ?? 0, texts);
        if (binaryFiles.length === 0) assert.equal(found.diff, output);
      }
    });
  }

  it('keeps a mode change', function () {
    if (isWindows) return this.skip();
    folder.write('a', 'x\n');
    folder.commit();
    chmodSync(path.join(folder.path, 'a'), 0o755);
    const output = folder.diff();
    assert.match(output, /^old mode 100644\nnew mode 100755\n$/m);
    assert.deepEqual(readDiff(output), { diff: output, binaryFiles: [] });
  });

  it('keeps a file that became a link', function () {
    if (isWindows) return this.skip();
    folder.write('a', 'x\n');
    folder.commit();
    folder.remove('a');
    symlinkSync('elsewhere', path.join(folder.path, 'a'));
    const output = folder.diff();
    assert.match(output, /new file mode 120000/);
    assert.deepEqual(readDiff(output), { diff: output, binaryFiles: [] });
  });

  it('keeps a submodule at a different commit', () => {
    const [one, other] = ['1', '2'].map((digit) => digit.repeat(40));
    folder.git('update-index', '--add', '--cacheinfo', `160000,${one},module`);
    folder.git('-c', 'user.name=A', '-c', 'user.email=a@example.com', 'commit', '--message=Module');
    folder.git('update-index', '--cacheinfo', `160000,${other},module`);
    const output = folder.git('diff', '--cached', 'HEAD', '--');
    assert.match(output, /^\+Subproject commit 2+$/m);
    assert.deepEqual(readDiff(output), { diff: output, binaryFiles: [] });
  });

  it('names a file whose patch Git printed', () => {
    folder.write('a', bytes);
    folder.git('add', '--intent-to-add', '.');
    assert.deepEqual(readDiff(folder.git('diff', '--binary', 'HEAD', '--')), { diff: '', binaryFiles: ['a'] });
  });

  it('drops other text that Git prints about conflicts', () => {
    const file = (name: string) =>
      `diff --git a/${name} b/${name}\n--- a/${name}\n+++ b/${name}\n@@ -1 +1 @@\n-x\n+y\n`;
    const output = `* Unmerged path a\n${file('a')}* Unmerged path b\n${file('b')}`;
    assert.deepEqual(readDiff(output), { diff: file('a') + file('b'), binaryFiles: [] });
  });
});

describe('newFileDiff', () => {
  let template: GitFolder;
  let folder: GitFolder;
  before(() => (template = new GitFolder()));
  beforeEach(() => (folder = new GitFolder(template)));
  afterEach(() => folder.dispose());
  after(() => template.dispose());

  const texts: readonly (readonly [string, string])[] = [
    ['one line', 'a\n'],
    ['several lines', 'a\nb\n\nc\n'],
    ['no line break at its end', 'a\nb'],
    ['one line without a line break', 'a'],
    ['nothing', ''],
    ['a line break alone', '\n'],
    ['blank lines at its end', 'a\n\n\n'],
    ['spaces at the end of lines', 'a \n\t\n'],
    ['returns', 'a\r\nb\rc\r\n'],
    ['lines like those of a diff', '@@ -1 +1 @@\n-a\n+b\n\\ No newline at end of file\ndiff --git a/x b/x\n'],
    ["JavaScript's line terminators", 'a\u2028b\u2029c\n'],
    ['other scripts', 'é 日本 🙂\n'],
    ['a byte order mark', '\ufeffa\n'],
  ];
  const names = ['a', 'a b', ' a ', 'a b/b c', 'x b/x', 'b/a', 'é/日本 🙂', "it's", '-a', 'a\u00a0b\u0085'];
  const unixNames = ['"', 'a"b c', '\\', 'a\\tb', 'a\tb', 'a\nb', '\x01\x7f', 'é"', '"x" b/"x"'];
  const cases = [
    ...texts.map(([title, text]) => [`a file with ${title}`, 'a', text] as const),
    ...[...names, ...(isWindows ? [] : unixNames)].flatMap((name) => [
      [`a file named ${JSON.stringify(name)}`, name, 'a\n'] as const,
      [`an empty file named ${JSON.stringify(name)}`, name, ''] as const,
    ]),
  ];
  for (const [title, name, text] of cases) {
    it(`makes ${title}`, () => assert.equal(folder.apply(newFileDiff(name, text), name), text));

    it(`shows ${title} as Git does`, () => {
      folder.write(name, text);
      const shown = folder.diff('core.quotePath=false').replace(/(?<=\n)index .*\n/, '');
      assert.equal(newFileDiff(name, text), shown);
    });
  }

  it('creates several files, one after the other', () => {
    const patch = newFileDiff('a', 'x') + newFileDiff('empty', '') + newFileDiff('b', 'y\n');
    assert.equal(folder.apply(patch, 'b'), 'y\n');
    assert.equal(readFileSync(path.join(folder.path, 'a'), 'utf8'), 'x');
  });
});

describe('changesAttachment', () => {
  const first = "These changes aren't on the remote yet. They start from commit c0ffee; apply them before you begin.";
  const diff = newFileDiff('a', 'x\n');
  const rows: readonly (readonly [string, Partial<LocalChanges>, string | undefined])[] = [
    ['is empty without changes', {}, undefined],
    ['shows the diff', { diff }, `${first}\n\n\`\`\`diff\n${diff}\`\`\``],
    [
      "names files that aren't included",
      { binaryFiles: ['a.png', 'b'] },
      `${first}\n\nNot included, because they are binary or too large: a.png, b`,
    ],
    [
      'shows the diff and names the other files',
      { diff, binaryFiles: ['b'] },
      `${first}\n\n\`\`\`diff\n${diff}\`\`\`\n\nNot included, because they are binary or too large: b`,
    ],
    [
      'names no commit if there is none',
      { base: '', diff },
      `${first.replace('commit c0ffee', 'an empty repository')}\n\n\`\`\`diff\n${diff}\`\`\``,
    ],
    [
      'holds a diff of Markdown',
      { diff: newFileDiff('a', '```\n') },
      `${first}\n\n\`\`\`\`diff\n${newFileDiff('a', '```\n')}\`\`\`\``,
    ],
  ];
  for (const [title, changes, text] of rows) {
    it(title, () => {
      const attachment = changesAttachment({ base: 'c0ffee', diff: '', binaryFiles: [], ...changes });
      assert.deepEqual(attachment, text === undefined ? undefined : { kind: 'changes', text });
    });
  }
});
