import assert from 'node:assert/strict';
import type { Origin } from '../../../src/draft/draft';
import { attachmentsFromOtherRepositories } from '../../../src/start/findWarnings';
import type { Target } from '../../../src/repository/target';

const a: Target = { root: '/a', repository: 'o/a', notes: [] };

describe('attachmentsFromOtherRepositories', () => {
  const rows: readonly (readonly [string, Origin | undefined, string | undefined, Target, boolean])[] = [
    ['a piece without a clone', undefined, 'o/a', a, false],
    ["a piece of the target's clone", { root: '/a', repository: 'o/a' }, 'o/a', a, false],
    [
      "a piece of the target's clone if its other remote was selected",
      { root: '/a', repository: 'fork/a' },
      'o/a',
      a,
      false,
    ],
    ['a piece of another clone of the same repository', { root: '/a2', repository: 'o/a' }, 'o/a', a, false],
    ['a piece of another clone', { root: '/b', repository: 'o/b' }, 'o/a', a, true],
    ['a piece of another clone without a remote', { root: '/b' }, 'o/a', a, true],
    [
      "a piece of the target's clone if another repository was typed",
      { root: '/a', repository: 'o/a' },
      'o/b',
      a,
      true,
    ],
    ['a piece of the typed repository', { root: '/b', repository: 'o/b' }, 'o/b', a, false],
    ['a piece if no repository is sent', { root: '/b', repository: 'o/b' }, undefined, a, false],
    ['a piece if there is no target', { root: '/b' }, 'o/a', { notes: [] }, true],
  ];
  for (const [title, from, repository, target, isForeign] of rows) {
    it(`${isForeign ? 'includes' : "doesn't include"} ${title}`, () => {
      const piece = { kind: 'file', text: 'x', ...(from && { from }) } as const;
      const found = attachmentsFromOtherRepositories(
        { fields: {}, attachments: [piece] },
        { ...(repository !== undefined && { repository }) },
        target,
      );
      assert.deepEqual(found, isForeign ? [piece] : []);
    });
  }
});
