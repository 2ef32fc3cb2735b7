import assert from 'node:assert/strict';
import { trackingRefOf } from '../../../src/repository/refspec';

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
