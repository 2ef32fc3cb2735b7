import assert from 'node:assert/strict';
import { rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gitStatusIn, type GitStatus } from '../../../src/repository/gitStatus';
import { makeSampleRepository } from '../../host/sampleRepository';
import { TemporaryFolder } from '../../host/temporaryFolder';

const none = { staged: 0, unstaged: 0, untracked: 0, conflicted: 0 };
const hash = '0123456789012345678901234567890123456789';
const ofFile = (kind: string, changed: string, rest: string) => `${kind} ${changed} N... 100644 100644 100644 ${rest}`;

describe('the output of git status', () => {
  const rows: readonly (readonly [title: string, lines: readonly string[], expected: GitStatus | undefined])[] = [
    [
      'is read for a branch that is level with its upstream',
      [`# branch.oid ${hash}`, '# branch.head main', '# branch.upstream origin/main', '# branch.ab +0 -0'],
      { branch: 'main', commit: hash, upstream: { name: 'origin/main', ahead: 0, behind: 0 }, changes: none },
    ],
    [
      'is read for a branch that has diverged',
      [`# branch.oid ${hash}`, '# branch.head a', '# branch.upstream fork/a/b', '# branch.ab +12 -3'],
      { branch: 'a', commit: hash, upstream: { name: 'fork/a/b', ahead: 12, behind: 3 }, changes: none },
    ],
    [
      'is read for an upstream that no longer exists',
      [`# branch.oid ${hash}`, '# branch.head a', '# branch.upstream origin/a'],
      { branch: 'a', commit: hash, upstream: { name: 'origin/a' }, changes: none },
    ],
    [
      'is read without an upstream, with additional lines of newer versions',
      [`# branch.oid ${hash}`, '# branch.head a', '# stash 2', '# something else'],
      { branch: 'a', commit: hash, changes: none },
    ],
    [
      'is read for a detached HEAD',
      [`# branch.oid ${hash}`, '# branch.head (detached)'],
      { branch: undefined, commit: hash, changes: none },
    ],
    [
      'is read for a repository without commits',
      ['# branch.oid (initial)', '# branch.head main'],
      { branch: 'main', commit: undefined, changes: none },
    ],
    [
      'is read for files of every kind',
      [
        `# branch.oid ${hash}`,
        '# branch.head main',
        ofFile('1', 'M.', `${hash} ${hash} staged`),
        ofFile('1', '.M', `${hash} ${hash} changed`),
        ofFile('1', 'MM', `${hash} ${hash} both`),
        ofFile('1', '.A', `${hash} ${hash} intended`),
        ofFile('2', 'R.', `${hash} ${hash} R100 new name`),
        '1 M. an old name that looks like an entry',
        ofFile('2', 'RD', `${hash} ${hash} R100 u`),
        '? an old name',
        `u UU N... 100644 100644 100644 100644 ${hash} ${hash} ${hash} conflicted`,
        '? untracked',
        '? with a\nline break',
        '! ignored',
      ],
      { branch: 'main', commit: hash, changes: { staged: 4, unstaged: 4, untracked: 2, conflicted: 1 } },
    ],
    ['is read for a folder without a repository', ['fatal: not a git repository'], undefined],
    ['is read if empty', [], undefined],
  ];
  for (const [title, lines, expected] of rows)
    it(title, () => assert.deepEqual(gitStatusIn(lines.map((line) => `${line}\0`).join('')), expected));

  it('is read as Git prints it', async () => {
    using folder = new TemporaryFolder('status');
    const { path: root, git } = await makeSampleRepository(folder.path);
    await rename(path.join(root, 'README.md'), path.join(root, 'READ ME.md'));
    await git('add', '--all');
    await writeFile(path.join(root, 'READ ME.md'), 'changed');
    await writeFile(path.join(root, 'new ü file'), '');
    const commit = (await git('rev-parse', 'HEAD')).trim();
    const text = await git('status', '--porcelain=v2', '--branch', '--untracked-files=all', '-z');
    const { changes, ...status } = gitStatusIn(text) ?? assert.fail(text);
    assert.deepEqual(status, { branch: 'main', commit, upstream: { name: 'origin/main', ahead: 0, behind: 0 } });
    // Changed that much, the file is a different one, or the same: that's for Git to say.
    assert.ok(changes.staged > 0 && changes.unstaged > 0 && changes.untracked === 1, JSON.stringify(changes));
  });
});
