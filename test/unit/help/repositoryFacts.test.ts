import assert from 'node:assert/strict';
import { repositoryFacts } from '../../../src/help/common/diagnostics';
import type { Target } from '../../../src/repository/common/target';

const mark = 'marked-name';
const files = { staged: 1, unstaged: 0, untracked: 0, conflicted: 0 };

const named: Target = {
  root: `/home/${mark}/${mark}`,
  reason: 'sourceControl',
  remote: mark,
  host: `${mark}.example.com`,
  repository: `${mark}/${mark}`,
  gitProvider: 'github',
  branch: mark,
  upstream: `${mark}/${mark}`,
  otherRemotes: [mark],
  notes: [
    { kind: 'ahead', commits: 2 },
    { kind: 'behind', commits: 1 },
    { kind: 'changes', files },
    { kind: 'detached', at: mark },
    { kind: 'upstreamGone', branch: mark },
    { kind: 'severalRemotes', remotes: [mark] },
    { kind: 'remoteMissing', remote: mark },
    { kind: 'notHosted', remote: mark },
    { kind: 'chosenGone', root: mark },
  ],
};

describe('the facts about a repository', () => {
  it('contain no names', () => assert.ok(!JSON.stringify(repositoryFacts(named)).includes(mark)));

  it('say what there is, and how much', () =>
    assert.deepEqual(repositoryFacts(named), {
      reason: 'sourceControl',
      hasRemote: true,
      isUnderstood: true,
      provider: 'github',
      hasUpstream: true,
      notes: [
        { kind: 'ahead', commits: 2 },
        { kind: 'behind', commits: 1 },
        ...['changes', 'detached', 'upstreamGone', 'severalRemotes', 'remoteMissing', 'notHosted', 'chosenGone'].map(
          (kind) => ({ kind }),
        ),
      ],
    }));

  it('say why there is none', () =>
    assert.deepEqual(repositoryFacts({ notes: [{ kind: 'noFolder' }] }), {
      hasRemote: false,
      isUnderstood: false,
      hasUpstream: false,
      notes: [{ kind: 'noFolder' }],
    }));
});
