import assert from 'node:assert/strict';
import { changesAttachment, readDiff, type LocalChanges } from '../../../src/repository/localChanges';

/** Git's output in situations that its tests with real files don't make; they are in `localChanges.test.ts`. */
describe('readDiff', () => {
  const file = (name: string, change = '@@ -1 +1 @@\n-x\n+y\n') =>
    `diff --git a/${name} b/${name}\n--- a/${name}\n+++ b/${name}\n${change}`;

  it('names a file whose patch Git printed', () =>
    assert.deepEqual(readDiff(file('a', 'GIT binary patch\nliteral 0\n')), { diff: '', binaryFiles: ['a'] }));

  it('keeps a submodule at a different commit', () => {
    const output = file('module', '@@ -1 +1 @@\n-Subproject commit 11\n+Subproject commit 22\n');
    assert.deepEqual(readDiff(output), { diff: output, binaryFiles: [] });
  });

  it('drops other text that Git prints about conflicts', () => {
    const output = `* Unmerged path a\n${file('a')}* Unmerged path b\n${file('b')}`;
    assert.deepEqual(readDiff(output), { diff: file('a') + file('b'), binaryFiles: [] });
  });

  it('names a file as Git quotes it', () => {
    const binary = String.raw`diff --git "a/é \"\t" "b/é \"\t"` + '\nBinary files a and b differ\n';
    assert.deepEqual(readDiff(binary), { diff: '', binaryFiles: [String.raw`"é \"\t"`] });
  });
});

describe('changesAttachment', () => {
  const first = "These changes aren't on the remote yet. They start from commit c0ffee; apply them before you begin.";
  const diffOf = (line: string) => `diff --git a/a b/a\n--- /dev/null\n+++ b/a\n@@ -0,0 +1 @@\n+${line}\n`;
  const diff = diffOf('x');
  // prettier-ignore
  const rows: readonly (readonly [string, Partial<LocalChanges>, string | undefined])[] = [
    ['is empty without changes', {}, undefined],
    ['shows the diff', { diff }, `${first}\n\n\`\`\`diff\n${diff}\`\`\``],
    [
      "names files that aren't included",
      { binaryFiles: ['a.png', 'b'] },
      `${first}\n\nNot included, because they are binary, in Git LFS, too large, or inside a submodule: \`a.png\`, \`b\``,
    ],
    [
      'shows the diff and names the other files',
      { diff, binaryFiles: ['b'] },
      `${first}\n\n\`\`\`diff\n${diff}\`\`\`\n\nNot included, because they are binary, in Git LFS, too large, or inside a submodule: \`b\``,
    ],
    ['names no commit if there is none', { base: '', diff }, `${first.replace('commit c0ffee', 'an empty repository')}\n\n\`\`\`diff\n${diff}\`\`\``],
    ['holds a diff of Markdown', { diff: diffOf('```') }, `${first}\n\n\`\`\`\`diff\n${diffOf('```')}\`\`\`\``],
  ];
  for (const [title, changes, text] of rows)
    it(title, () => {
      const attachment = changesAttachment({ base: 'c0ffee', diff: '', binaryFiles: [], ...changes });
      assert.deepEqual(attachment, text === undefined ? undefined : { kind: 'changes', text });
    });
});
