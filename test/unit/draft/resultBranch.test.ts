import assert from 'node:assert/strict';
import fc from 'fast-check';
import { digestOf, emptyDraft, isBlank, type Draft, type ResultBranch } from '../../../src/draft/draft';
import { requestOf } from '../../../src/draft/request';
import { suggestedBranch, withResultName } from '../../../src/draft/resultBranch';
import { isBranchName } from '../../../src/repository/repository';
import { anyCharacter } from '../../support/anyCharacter';

/** Just after midnight where the user is, which is another day elsewhere. */
const now = new Date(2026, 2, 4, 0, 1);
const saying = (message: string): Draft => ({ fields: { initial_user_msg: message } });
const suggested = (template: string, draft: Draft = saying('Fix the login'), branch: string | undefined = 'main') =>
  suggestedBranch(template, draft, branch, now);

describe('the name that a template suggests for the result branch', () => {
  const rows: readonly (readonly [template: string, name: string])[] = [
    ['', ''],
    ['agent/work', 'agent/work'],
    [' agent/work ', 'agent/work'],
    ['agent/${message}', 'agent/fix-the-login'],
    ['${branch}-agent', 'main-agent'],
    ['agent/${date}/${message}', 'agent/2026-03-04/fix-the-login'],
    ['${message}/${message}', 'fix-the-login/fix-the-login'],
    ['${user}/$branch/${ branch }', '${user}/$branch/${ branch }'],
  ];
  for (const [template, name] of rows)
    it(`is ${JSON.stringify(name)} for ${JSON.stringify(template)}`, () => assert.equal(suggested(template), name));

  const messages: readonly (readonly [message: string, slug: string])[] = [
    ["Don't lose the user's session!", 'dont-lose-the-users-session'],
    ['## Fix `src/parser.ts:3`\n\nIt throws.', 'fix-src-parser-ts-3'],
    ['\n \n  - Größe prüfen, naïve Ärzte', 'große-prufen-naive-arzte'],
    ['修复登录', '修复登录'],
    ['로그인 수정', '로그인-수정'],
    ['One two three four five six seven eight', 'one-two-three-four-five-six'],
    ['Incomprehensibilities characteristically everywhere', 'incomprehensibilities-characteristically'],
    ['x'.repeat(99), 'x'.repeat(40)],
    ['${branch} $& $1', 'branch-1'],
    ['…!?', ''],
    ['', ''],
  ];
  for (const [message, slug] of messages)
    it(`has ${JSON.stringify(slug)} for ${JSON.stringify(message)}`, () =>
      assert.equal(suggested('${message}', saying(message)), slug));

  it('is begun by what was written in an editor, and not by what is attached', () => {
    const attachments = [{ kind: 'file', about: 'a.ts', text: 'Attached' }] as const;
    assert.equal(suggested('a/${message}', { ...saying('typed'), body: 'Written\nmore', attachments }), 'a/written');
    assert.equal(suggested('a/${message}', { ...saying('typed'), body: ' ', attachments }), 'a/typed');
    assert.equal(suggested('a/${message}', { fields: {}, attachments }), 'a/');
  });

  it('lacks what is not known', () =>
    assert.equal(suggestedBranch('${branch}/${message}', saying(''), undefined, now), '/'));

  it('can be a branch whatever the message is', () => {
    const texts = fc.oneof(fc.string({ unit: anyCharacter }), fc.string({ unit: 'grapheme' }));
    fc.assert(
      fc.property(texts, (message) => {
        const slug = suggested('${message}', saying(message));
        assert.ok(slug === '' || (isBranchName(slug) && slug.length <= 40), slug);
      }),
    );
  });
});

const name = 'agent/fix-login';
const sentence = `Push your work to a branch named "${name}".`;
const own = `Ask before you push to ${name}.`;
const resultBranch = { name };

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
    it(title, () =>
      assert.deepEqual(requestOf(draft, { target: undefined, instructions: ofSettings }), {
        conversation_instructions: expected,
      }),
    );

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

describe('a digest of a draft', () => {
  it("doesn't depend on the order in which fields were filled in", () => {
    const fields = { repository: 'a/b', selected_branch: 'c', conversation_instructions: 'd' };
    const reversed = Object.fromEntries(Object.entries(fields).reverse());
    assert.equal(digestOf({ fields: reversed }), digestOf({ fields }));
  });

  it("doesn't depend on the line breaks of the message, which are line feeds in a document", () => {
    const message = { fields: {}, attachments: [{ kind: 'selection', text: '```\r\na\r\nb\r\n```' }] } as const;
    assert.equal(digestOf({ fields: {}, body: '```\na\nb\n```' }), digestOf(message));
  });

  it("doesn't depend on NUL, which a document has as its picture", () =>
    assert.equal(digestOf({ fields: {}, body: 'a\u2400b' }), digestOf({ fields: { initial_user_msg: 'a\0b' } })));
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
