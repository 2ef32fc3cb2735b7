import assert from 'node:assert/strict';
import fc from 'fast-check';
import { suggestedBranch } from '../../../src/draft/resultBranch';
import type { Draft } from '../../../src/draft/draft';
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
