import assert from 'node:assert/strict';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { GitCommand } from '../../../src/repository/gitCommand';
import type { FileCounts } from '../../../src/repository/repository';
import { changeCountsIn, readChangeCounts, readRepository } from '../../../src/repository/readRepository';
import { makeSampleRepository } from '../../host/sampleRepository';
import { TemporaryFolder } from '../../host/temporaryFolder';
import { SlowGit } from '../result/clones';

const none = { staged: 0, unstaged: 0, untracked: 0, conflicted: 0, total: 0 };
const hash = '0123456789012345678901234567890123456789';
const ofFile = (kind: string, changed: string, rest: string) => `${kind} ${changed} N... 100644 100644 100644 ${rest}`;

describe('the output of git status', () => {
  const rows: readonly (readonly [title: string, lines: readonly string[], expected: FileCounts])[] = [
    ['is read without changes', [], none],
    ['is read with additional lines', ['# stash 2', '# something else'], none],
    [
      'is read for files of every kind',
      [
        ofFile('1', 'M.', `${hash} ${hash} staged`),
        ofFile('1', 'A.', `${hash} ${hash} added`),
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
      { staged: 5, unstaged: 4, untracked: 2, conflicted: 1, total: 10 },
    ],
  ];
  for (const [title, lines, expected] of rows)
    it(title, () => assert.deepEqual(changeCountsIn(lines.map((line) => `${line}\0`).join('')), expected));

  it('is read as Git prints it', async () => {
    using folder = new TemporaryFolder('status');
    const { path: root, git } = await makeSampleRepository(folder.path);
    await rename(path.join(root, 'README.md'), path.join(root, 'READ ME.md'));
    await git('add', '--all');
    await writeFile(path.join(root, 'READ ME.md'), 'changed');
    await mkdir(path.join(root, 'new'));
    for (const name of ['ü file', 'b']) await writeFile(path.join(root, 'new', name), '');
    const changes = (await readChangeCounts(new GitCommand('git', root))) ?? assert.fail();
    // Changed that much, the file is a different one, or the same: that's for Git to say.
    assert.ok(changes.staged > 0 && changes.unstaged > 0 && changes.untracked === 2, JSON.stringify(changes));
  });

  it("isn't that of a repository without commits if Git doesn't answer in time", async () => {
    using folder = new TemporaryFolder('status');
    const { path: root } = await makeSampleRepository(folder.path);
    assert.equal(await readRepository(new SlowGit(root, 'rev-parse')), undefined);
  });

  it('leaves a detached HEAD its commit if Git tells no name of it in time', async () => {
    using folder = new TemporaryFolder('status');
    const { path: root, git } = await makeSampleRepository(folder.path);
    await git('checkout', '--quiet', '--detach');
    const at = (await git('rev-parse', '--short=8', 'HEAD')).trim();
    assert.deepEqual((await readRepository(new SlowGit(root, 'for-each-ref')))?.head, { kind: 'detached', at });
  });

  it('may be too long to read: the branch and the remotes are known all the same', async () => {
    using folder = new TemporaryFolder('status');
    const { path: root } = await makeSampleRepository(folder.path);
    const program = path.join(folder.path, 'git');
    // Like Git in a folder with 300,000 untracked files.
    const line = `? data/${'x'.repeat(110)}.jpg`;
    const many = `yes '${line}' | head -n 300000 | tr '\\n' '\\0'`;
    const script = `#!/bin/sh\nfor a in "$@"; do [ "$a" = status ] && { ${many}; exit; }; done\nexec git "$@"\n`;
    await writeFile(program, script, { mode: 0o755 });
    const repository = await readRepository(new GitCommand(program, root), 'main');
    assert.equal(repository?.changes, undefined);
    assert.deepEqual([repository?.head.kind, repository?.remotes.map(({ name }) => name)], ['branch', ['origin']]);
  });
});
