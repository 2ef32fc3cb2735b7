import assert from 'node:assert/strict';
import type { DraftFields } from '../../src/draft/common/draftFields';
import type { TargetNote } from '../../src/repository/common/target';
import { openQuestion } from '../../src/start/vscode/sheet/sheetState';

describe('what is asked before a start', () => {
  const rows: readonly (readonly [string, TargetNote, DraftFields, ReturnType<typeof openQuestion>])[] = [
    ['which of several repositories', { kind: 'several' }, {}, 'repository'],
    ['which of several remotes', { kind: 'severalRemotes', remotes: ['a', 'b'] }, {}, 'repository'],
    ['what stands for a repository that is gone', { kind: 'chosenGone', root: '/gone' }, {}, 'repository'],
    ['no repository where one was typed', { kind: 'several' }, { repository: 'a/b' }, undefined],
    ['no repository where none is wanted', { kind: 'several' }, { repository: null }, undefined],
    ['nothing of a branch that is only here', { kind: 'notPublished' }, {}, undefined],
  ];
  for (const [title, note, fields, expected] of rows) {
    it(`is ${title}`, () => {
      const surroundings = { target: { notes: [note] }, instructions: '' };
      assert.equal(openQuestion({ draft: { fields }, surroundings, settings: undefined }), expected);
    });
  }

  it('is the provider of a host that nobody knows, until there is an answer', () => {
    const target = { repository: 'a/b', host: 'git.example.com', notes: [{ kind: 'unknownProvider' }] } as const;
    const state = (fields: DraftFields) => ({
      draft: { fields },
      surroundings: { target, instructions: '' },
      settings: undefined,
    });
    assert.equal(openQuestion(state({})), 'git_provider');
    assert.equal(openQuestion(state({ git_provider: 'gitlab' })), undefined);
  });

  it('is nothing while the workspace is looked at', () =>
    assert.equal(openQuestion({ draft: { fields: {} }, surroundings: undefined, settings: undefined }), undefined));
});
