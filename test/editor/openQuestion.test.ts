import assert from 'node:assert/strict';
import type { DraftFields } from '../../src/draft/draftFields';
import type { TargetNote } from '../../src/repository/target';
import { openQuestion } from '../../src/start/vscode/sheet/sheetState';

describe('The question before a start', () => {
  const rows: readonly (readonly [string, TargetNote, DraftFields, ReturnType<typeof openQuestion>])[] = [
    ['which of several repositories', { kind: 'several' }, {}, 'repository'],
    ['which of several remotes', { kind: 'severalRemotes', remotes: ['a', 'b'] }, {}, 'repository'],
    ['what replaces a repository that is gone', { kind: 'chosenGone', root: '/gone' }, {}, 'repository'],
    ['not the repository if one was typed', { kind: 'several' }, { repository: 'a/b' }, undefined],
    ['not the repository if none is wanted', { kind: 'several' }, { repository: null }, undefined],
    ['not about a branch that is only local', { kind: 'notPublished' }, {}, undefined],
  ];
  for (const [title, note, fields, expected] of rows) {
    it(`is ${title}`, () => {
      const targetContext = { target: { notes: [note] }, instructions: '' };
      assert.equal(openQuestion({ draft: { fields }, targetContext, settings: undefined }), expected);
    });
  }

  it('is the provider of an unknown host, until there is an answer', () => {
    const target = { repository: 'a/b', host: 'git.example.com', notes: [{ kind: 'unknownProvider' }] } as const;
    const state = (fields: DraftFields) => ({
      draft: { fields },
      targetContext: { target, instructions: '' },
      settings: undefined,
    });
    assert.equal(openQuestion(state({})), 'git_provider');
    for (const answer of ['gitlab', null] as const)
      assert.equal(openQuestion(state({ git_provider: answer })), undefined);
  });

  it("isn't asked while the workspace is read", () =>
    assert.equal(openQuestion({ draft: { fields: {} }, targetContext: undefined, settings: undefined }), undefined));
});
