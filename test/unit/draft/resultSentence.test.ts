import assert from 'node:assert/strict';
import { digestOf, emptyDraft, isBlank, type Draft, type ResultBranch } from '../../../src/draft/draft';
import { requestOf } from '../../../src/draft/request';
import { withResultName } from '../../../src/draft/resultBranch';

const name = 'agent/fix-login';
const sentence = `Push your work to a branch named "${name}".`;
const own = `Ask before you push to ${name}.`;
const resultBranch = { name };

const instructionsOf = (draft: Draft, ofSettings = '') =>
  requestOf(draft, { target: undefined, instructions: ofSettings }).conversation_instructions;

describe('the result branch of a draft', () => {
  // prettier-ignore
  const rows: readonly (readonly [string, Draft, string, string | undefined])[] = [
    ['is the instructions where there are none', { fields: {}, resultBranch }, '', sentence],
    ['is the instructions where they are blank', { fields: {}, resultBranch }, ' \n', sentence],
    ['follows those of the settings', { fields: {}, resultBranch }, 'Be brief.', `Be brief.\n\n${sentence}`],
    ['follows those of the draft', { fields: { conversation_instructions: 'Go.' }, resultBranch }, 'Be brief.', `Go.\n\n${sentence}`],
    ['follows those of a file after one blank line', { fields: { conversation_instructions: ' Go.\n\nOn.\r\n\n' }, resultBranch }, '', ` Go.\n\nOn.\n\n${sentence}`],
    ['is sent where the others were taken out', { fields: { conversation_instructions: null }, resultBranch }, 'Be brief.', sentence],
    ['is asked for in words of its own', { fields: { conversation_instructions: 'Go.' }, resultBranch: { name, sentence: own } }, '', `Go.\n\n${own}`],
    ['changes nothing unless it is set', { fields: { conversation_instructions: 'Go.\n' } }, 'Be brief.', 'Go.\n'],
  ];
  for (const [title, draft, ofSettings, expected] of rows)
    it(title, () => assert.equal(instructionsOf(draft, ofSettings), expected));

  it('is no field of its own', () =>
    assert.deepEqual(
      requestOf({ fields: { initial_user_msg: 'x' }, resultBranch }, { target: undefined, instructions: '' }),
      { initial_user_msg: 'x', conversation_instructions: sentence },
    ));

  it('is worth keeping', () => assert.ok(!isBlank({ ...emptyDraft, resultBranch })));
});

describe('a result branch that is renamed', () => {
  // prettier-ignore
  const rows: readonly (readonly [before: ResultBranch, after: ResultBranch])[] = [
    [{ name }, { name: 'b' }],
    [{ name: 'dev', sentence: 'Push to dev, "dev" and develop.' }, { name: 'b', sentence: 'Push to b, "b" and develop.' }],
    [{ name: 'a+(b)$/c.d', sentence: 'Push to a+(b)$/c.d.' }, { name: 'b', sentence: 'Push to b.' }],
    [{ name: '', sentence: 'Push it.' }, { name: 'b' }],
  ];
  for (const [before, after] of rows)
    it(`is ${JSON.stringify(after)} after ${JSON.stringify(before)}`, () =>
      assert.deepEqual(withResultName(before, 'b'), after));

  it('takes every name as it is', () =>
    assert.equal(withResultName({ name: 'a', sentence: 'Push to a.' }, '$&$1').sentence, 'Push to $&$1.'));
});

describe('a result branch or an image', () => {
  it('makes another draft of one', () => {
    const images = (...names: string[]) => names.map((each) => ({ name: each, url: '' }));
    const digests = [
      emptyDraft,
      { fields: {}, resultBranch },
      { fields: {}, resultBranch: { name: 'other' } },
      { fields: {}, images: images('a.png') },
      { fields: {}, images: images('a.png', 'b.png') },
    ].map(digestOf);
    assert.equal(new Set(digests).size, digests.length);
    assert.equal(digestOf({ fields: {}, images: images('b.png', 'a.png') }), digests.at(-1));
  });
});
