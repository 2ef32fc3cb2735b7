import assert from 'node:assert/strict';
import type { LocalChanges } from '../../src/repository/localChanges';
import type { Target } from '../../src/repository/target';
import { readChanges } from '../../src/draft/vscode/readChanges';
import { CanceledProgress } from '../support/canceledProgress';

describe('Reading the changes', () => {
  const clone: Target = { root: '/a', repository: 'o/a', trackingRef: 'refs/remotes/origin/main', notes: [] };
  const reading = (changes: Promise<LocalChanges>) => ({ localChanges: () => changes });
  const changes = (diff: string) => reading(Promise.resolve({ base: 'abc', diff, binaryFiles: [] }));

  it("says which clone they're from, when, and how many files had changed and commits weren't pushed", async () => {
    const before = Date.now();
    const asked: unknown[] = [];
    const localChanges = (...given: unknown[]) => {
      asked.push(...given);
      return changes('+a').localChanges();
    };
    const files = { staged: 1, unstaged: 2, untracked: 3, conflicted: 0, total: 6 };
    const changed: Target = {
      ...clone,
      notes: [
        { kind: 'ahead', commits: 9 },
        { kind: 'changes', files },
      ],
    };
    const attachment = (await readChanges(changed, { localChanges }))!;
    const { kind, from, readAt = 0, changedFiles, unpushedCommits } = attachment;
    assert.deepEqual(asked, ['/a', 'refs/remotes/origin/main']);
    assert.deepEqual([kind, from], ['changes', { root: '/a', repositories: ['o/a'] }]);
    assert.deepEqual([changedFiles, unpushedCommits], [6, 9]);
    assert.ok(before <= readAt && readAt <= Date.now());
  });

  it("doesn't say how many files had changed if Git couldn't count them", async () => {
    const uncounted: Target = { ...clone, notes: [{ kind: 'changesNotCounted' }] };
    assert.equal((await readChanges(uncounted, changes('+a')))!.changedFiles, undefined);
    assert.equal((await readChanges(clone, changes('+a')))!.changedFiles, 0);
    const other: Target = { ...clone, notes: [{ kind: 'aheadOfOther', local: 'fix', branch: 'main', commits: 2 }] };
    assert.equal((await readChanges(other, changes('+a')))!.unpushedCommits, 2);
  });

  it('says that there is nothing to read from, not that nothing has changed', async () => {
    for (const nowhere of [undefined, { notes: [] }])
      await assert.rejects(
        readChanges(nowhere, changes('+a')),
        /^ExplainedError: To add changes, select an open Git repository first/,
      );
  });

  it('says that nothing has changed', () =>
    assert.rejects(readChanges(clone, changes('')), /There are no changes to add to the message\./));

  it("says that they can't be read", () =>
    assert.rejects(readChanges(clone, reading(Promise.reject(new Error('no')))), /Git couldn't read them/));

  it("stops waiting when it's canceled", async () => {
    using _ = new CanceledProgress();
    const never = new Promise<LocalChanges>(() => undefined);
    assert.equal(await readChanges(clone, reading(never)), undefined);
  });
});
