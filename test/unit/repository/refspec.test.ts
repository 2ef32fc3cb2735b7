import assert from 'node:assert/strict';
import { fetchedBranch, mayBeBranch, trackingRefOf } from '../../../src/repository/refspec';

describe('the ref in the clone that a fetch updates', () => {
  const all = '+refs/heads/*:refs/remotes/origin/*';
  // prettier-ignore
  const rows: readonly (readonly [refspecs: readonly string[], branch: string, ref: string | undefined])[] = [
    [[all], 'main', 'refs/remotes/origin/main'],
    [['refs/heads/main:refs/remotes/origin/main'], 'main', 'refs/remotes/origin/main'],
    [['refs/heads/main:refs/remotes/origin/main'], 'maint', undefined],
    [['refs/heads/*/work:refs/remotes/origin/*'], 'anna/work', 'refs/remotes/origin/anna'],
    [['refs/heads/a*a:refs/remotes/origin/*'], 'a', undefined],
    [['refs/heads/main', all], 'main', 'refs/remotes/origin/main'],
    [[all, '^refs/heads/wip/*'], 'wip/x', undefined],
    [['^refs/heads/wip/*', all], 'main', 'refs/remotes/origin/main'],
    [[], 'main', undefined],
  ];
  for (const [refspecs, branch, ref] of rows)
    it(`is ${ref ?? 'none'} for ${branch} with ${refspecs.join(' ')}`, () =>
      assert.equal(trackingRefOf(refspecs, `refs/heads/${branch}`), ref));
});

describe('the remote branch that a ref in the clone is', () => {
  const all = '+refs/heads/*:refs/remotes/origin/*';
  const pulls = '+refs/pull/*/head:refs/remotes/origin/pr/*';
  // prettier-ignore
  const rows: readonly (readonly [refspecs: readonly string[], ref: string, branch: string | undefined])[] = [
    [[all], 'main', 'main'],
    [['refs/heads/old', '+refs/heads/*/work:refs/remotes/origin/*'], 'anna', 'anna/work'],
    [[all, pulls], 'pr/7', undefined],
    [[pulls, all], 'pr/7', undefined],
    [[pulls, all], 'pr/list', 'pr/list'],
    [['+refs/changes/*:refs/remotes/origin/changes/*', all], 'changes/34/1234/1', undefined],
    [[all, pulls], 'main', 'main'],
    [[all, '^refs/heads/wip/*'], 'wip/x', undefined],
    [[], 'main', undefined],
  ];
  for (const [refspecs, ref, branch] of rows)
    it(`is ${branch ?? 'none'} for ${ref} with ${refspecs.join(' ')}`, () =>
      assert.equal(fetchedBranch(refspecs, `refs/remotes/origin/${ref}`), branch));

  it("isn't known for one that is no longer fetched, but may well be one", () => {
    const refspecs = ['+refs/heads/main:refs/remotes/origin/main', pulls];
    const maybe = ['main', 'old', 'pr/7'].map((ref) => mayBeBranch(refspecs, `refs/remotes/origin/${ref}`));
    assert.deepEqual(maybe, [true, true, false]);
  });
});
