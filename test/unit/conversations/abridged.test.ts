import assert from 'node:assert/strict';
import fc from 'fast-check';
import { headline, type Conversation } from '../../../src/conversations/conversation';
import { fieldsNotKept, storedRequest, abridged } from '../../../src/conversations/storedRequest';
import type { ConversationStartRequest } from '../../../src/client/records';
import { someConversation } from '../../support/someConversation';

function of(request: ConversationStartRequest): Conversation {
  const names = fieldsNotKept(request);
  return someConversation({ request: storedRequest(request), ...(names.length > 0 && { notKept: names }) });
}

const task = { git_provider: 'github', task_type: 'MERGE_CONFLICTS', repo: 'a/b', issue_number: 7 } as const;
const lines = `First line\n${'and another\n'.repeat(100)}`;

describe('a conversation as shown in lists', () => {
  // prettier-ignore
  const rows: readonly (readonly [string, ConversationStartRequest, object, readonly string[] | undefined])[] = [
    ['the first line of a long message', { initial_user_msg: lines }, { initial_user_msg: 'First line' }, ['initial_user_msg']],
    ['the beginning of a long line', { initial_user_msg: 'x'.repeat(1000) }, { initial_user_msg: `${'x'.repeat(199)}…` }, ['initial_user_msg']],
    [
      'the unchanged place, and no long instructions',
      { repository: 'a/b', git_provider: 'github', selected_branch: 'main', conversation_instructions: lines },
      { repository: 'a/b', git_provider: 'github', selected_branch: 'main' },
      ['conversation_instructions'],
    ],
    ['a shortened task title', { suggested_task: { ...task, title: 't'.repeat(600) } }, { suggested_task: { ...task, title: `${'t'.repeat(199)}…` } }, undefined],
    ['a micro-agent, whatever its title', { create_microagent: { repo: 'a/b' }, initial_user_msg: ' \n'.repeat(400) }, { create_microagent: { repo: 'a/b' } }, ['initial_user_msg']],
    ["the names of what wasn't stored before", { initial_user_msg: lines, image_urls: ['https://a'] }, { initial_user_msg: 'First line' }, ['initial_user_msg', 'image_urls']],
  ];
  for (const [title, request, expected, names] of rows)
    it(`has ${title}`, () => {
      const row = abridged(of(request));
      assert.deepEqual([row.request, row.notKept, row.abridged], [expected, names, true]);
      assert.equal(abridged(row), row);
    });

  it("is the conversation itself if there isn't much of it", () => {
    const whole = of({
      initial_user_msg: 'Fix it\n'.repeat(50),
      conversation_instructions: 'Briefly',
      conversation_id: 'c',
    });
    assert.equal(abridged(whole), whole);
    const [longest, longer] = [500, 501].map((length) => of({ initial_user_msg: 'x'.repeat(length) }));
    assert.deepEqual([abridged(longest!) === longest, abridged(longer!) === longer], [true, false]);
  });

  it('names a field once that is never stored, and would be too long', () =>
    assert.deepEqual(fieldsNotKept({ replay_json: 'x'.repeat(300_000) }), ['replay_json']));

  it('is short, keeps the headline, and what lists need to tell conversations apart', () => {
    const unit = fc.constantFrom('a', ' ', '\n', '\r', '"', '\u0000', '\u2028', 'é', '😀', '\ud83d');
    const text = fc.string({ unit, maxLength: 600, size: 'max' });
    const requests = fc.record(
      {
        initial_user_msg: text,
        repository: text,
        selected_branch: text,
        conversation_instructions: text,
        conversation_id: text,
        suggested_task: fc.record({ title: text, repo: text }) as fc.Arbitrary<never>,
        image_urls: fc.constant(['https://a']),
      },
      { requiredKeys: [], noNullPrototype: true },
    );
    const property = fc.property(requests, (request) => {
      const whole = of(request);
      const row = abridged(whole);
      assert.equal(headline(row), headline(whole));
      assert.ok(JSON.stringify(row.request).length < 6 * 1600);
      const isThere = ({ request: { suggested_task: has } }: Conversation) => has !== undefined;
      assert.equal(isThere(row), isThere(whole));
    });
    fc.assert(property, { numRuns: 100 });
  }).timeout(30_000);
});
