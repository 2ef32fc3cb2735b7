import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { operationInProgress } from '../../../src/repository/operationInProgress';
import { Clone, Clones } from '../result/clones';

describe('The operation that waits in a working tree', () => {
  let clones: Clones;
  before(async () => {
    clones = await Clones.make();
    const { mine } = clones;
    // Both branches change the same file.
    for (const branch of ['theirs', 'ours']) {
      await mine.git('checkout', '--quiet', '-b', branch, 'main');
      await writeFile(path.join(mine.root, 'mine-0.txt'), branch);
      await mine.git('commit', '--quiet', '--all', '-m', branch);
    }
  });

  const rows: readonly (readonly [commands: readonly string[], found: string | undefined])[] = [
    [[], undefined],
    [['rebase --quiet theirs'], 'rebase'],
    [['rebase --quiet --apply theirs'], 'rebase'],
    [['rebase --quiet theirs', 'rebase --abort'], undefined],
    [['format-patch --quiet -1 theirs', 'am --quiet 0001-theirs.patch'], 'git am'],
    [['merge --quiet theirs'], 'merge'],
    [['cherry-pick theirs'], 'cherry-pick'],
    [['merge --quiet --no-edit --strategy=ours theirs', 'revert theirs'], 'revert'],
    // Git waits for `--continue`: the conflict of the first of two commits was committed or skipped.
    [['cherry-pick theirs main', 'commit --quiet --all --no-edit'], 'cherry-pick'],
    [
      ['merge --quiet --no-edit --strategy=ours theirs', 'revert theirs main', 'commit --quiet --all --no-edit'],
      'revert',
    ],
    [['cherry-pick theirs main', 'cherry-pick --quit'], undefined],
  ];
  for (const [index, [commands, found]] of rows.entries())
    it(`is ${found ?? 'none'} after ${commands.join(', ') || 'a checkout'}, in that working tree alone`, async () => {
      const worktree = new Clone(clones.folder(`tree-${index}`));
      await clones.mine.git('worktree', 'add', '--quiet', '--detach', worktree.root, 'ours');
      // Git fails at a conflict.
      for (const command of commands) await worktree.git(...command.split(' ')).catch(() => undefined);
      assert.equal(await operationInProgress(worktree.command), found);
      assert.equal(await operationInProgress(clones.mine.command), undefined);
    });

  for (const [ref, operation] of [
    ['CHERRY_PICK_HEAD', 'cherry-pick'],
    ['REVERT_HEAD', 'revert'],
  ] as const)
    it(`is ${operation} where Git doesn't store ${ref} as a file, as in a reftable`, async () => {
      const { mine } = await clones.copy();
      const commit = (await mine.git('rev-parse', 'theirs')).trim();
      await writeFile(path.join(mine.root, '.git/packed-refs'), `${commit} ${ref}\n`);
      assert.equal(await operationInProgress(mine.command), operation);
    });

  it('is none where there is no repository', async () => {
    assert.equal(await operationInProgress(clones.mine.command.in(clones.folder('.'))), undefined);
  });
});
