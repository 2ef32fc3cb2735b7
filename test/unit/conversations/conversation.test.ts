import assert from 'node:assert/strict';
import { hasId, headline, hasOpenOutcome, taskField, type Conversation } from '../../../src/conversations/conversation';
import { fieldsNotKept, storedRequest } from '../../../src/conversations/storedRequest';
import type { ConversationStartRequest } from '../../../src/client/records';
import { task } from '../../support/sampleTask';
import { someConversation } from '../../support/someConversation';

const conversation = someConversation();

describe('the id of a conversation', () => {
  const id = '0b7f5b0e7a314a579f5e3d1f6a0c1a11';
  const written = '0B7F5B0E-7a31-4a57-9f5e-3d1f6a0c1a11';
  const rows: readonly (readonly [string, Partial<Conversation>, string, boolean])[] = [
    ['the one that the service returned', { conversationId: id }, written, true],
    ['the one that was sent', { request: { conversation_id: written } }, id, true],
    ['another one', { conversationId: id }, `${id}0`, false],
    ['the same on another service', { conversationId: id, baseUrl: 'http://other' }, id, false],
    ['none', {}, '', false],
  ];
  for (const [title, more, asked, expected] of rows)
    it(`is known in any spelling: ${title}`, () =>
      assert.equal(hasId({ ...conversation, ...more }, 'http://h', asked), expected));
});

describe('the check for a start with an open outcome', () => {
  const rows: readonly (readonly [Conversation['outcome'], boolean])[] = [
    ['sending', true],
    ['preparing', true],
    ['mayHaveStarted', true],
    ['notStarted', false],
    ['started', false],
  ];
  for (const [outcome, expected] of rows)
    it(`is ${expected} for "${outcome}"`, () => assert.equal(hasOpenOutcome({ ...conversation, outcome }), expected));
});

describe('headline', () => {
  const rows: readonly (readonly [string, ConversationStartRequest, string | undefined])[] = [
    ['is the message', { initial_user_msg: 'Fix it' }, 'Fix it'],
    ['is its first line that has words', { initial_user_msg: '\n  \r\n  Fix it \r\nnow' }, 'Fix it'],
    ['is the title of a task', { suggested_task: task }, 'Task'],
    ['is the title of a micro-agent', { create_microagent: { repo: 'a/b', title: 'Agent' } }, 'Agent'],
    ['prefers the message', { initial_user_msg: 'Fix it', suggested_task: task }, 'Fix it'],
    ['skips a blank message', { initial_user_msg: ' \n', suggested_task: task }, 'Task'],
    ['is absent without words', { create_microagent: { repo: 'a/b' } }, undefined],
    ['is absent without anything', {}, undefined],
    ['is no longer than a row', { initial_user_msg: 'x'.repeat(100_000) }, `${'x'.repeat(199)}…`],
  ];
  for (const [title, request, expected] of rows)
    it(title, () => assert.equal(headline({ ...conversation, request }), expected));
});

describe('the field that replaces a missing headline', () => {
  const rows: readonly (readonly [string, Partial<Conversation>, string | undefined])[] = [
    ['a replay, of which the history stores nothing else', { notKept: ['replay_json'] }, 'replay_json'],
    ['a replay in a repository', { request: { repository: 'a/b' }, notKept: ['replay_json'] }, 'replay_json'],
    ['a micro-agent without a title', { request: { create_microagent: { repo: 'a/b' } } }, 'create_microagent'],
    ['a task without a title', { request: { suggested_task: { ...task, title: '' } } }, 'suggested_task'],
    ['only images', { notKept: ['image_urls'] }, undefined],
    ['nothing at all', {}, undefined],
  ];
  for (const [title, more, expected] of rows)
    it(`for ${title} is ${expected ?? 'none'}`, () => assert.equal(taskField({ ...conversation, ...more }), expected));
});

describe('remember', () => {
  const kept = {
    repository: 'a/b',
    git_provider: 'github',
    selected_branch: 'x',
    initial_user_msg: 'm',
    suggested_task: task,
    create_microagent: { repo: 'a/b' },
    conversation_instructions: 'i',
    conversation_id: 'c',
  } as const;
  const branch = { selected_branch: 'x' };
  type Row = readonly [title: string, request: object, stored: object, named?: readonly string[]];
  // prettier-ignore
  const rows: readonly Row[] = [
    ['keeps what the user wrote and chose', kept, kept],
    ['drops images', { ...kept, image_urls: ['data:image/png;base64,AA=='] }, kept, ['image_urls']],
    ['drops a replay', { ...kept, replay_json: '[]' }, kept, ['replay_json']],
    ['drops MCP servers', { ...kept, mcp_config: { sse_servers: [{ url: 'https://a', api_key: 'SECRET' }] } }, kept, ['mcp_config']],
    ['drops unknown fields', { ...kept, session_key: 'SECRET' }, kept],
    ['drops a task with an unknown member', { ...branch, suggested_task: { ...task, note: 'SECRET' } }, branch],
    ['drops a micro-agent with an unknown member', { ...branch, create_microagent: { repo: 'a/b', k: 1 } }, branch],
    ['drops a task with a member of another type', { suggested_task: { ...task, repo: { key: 'SECRET' } } }, {}],
    ['drops values of another type', { repository: 5, initial_user_msg: ['m'], suggested_task: 't' }, {}],
    ['drops null', { repository: null, suggested_task: null }, {}],
  ];
  for (const [title, request, expected, named = []] of rows)
    it(`${title}${named.length > 0 ? ', and names them' : ''}`, () => {
      assert.deepEqual(storedRequest(request), expected);
      assert.deepEqual(fieldsNotKept(request), named);
    });
});

describe('a message that is too long for the history', () => {
  const atMost = 'x'.repeat(256 * 1024);

  it('has more than 256 kB', () => {
    const request = { initial_user_msg: atMost };
    assert.deepEqual([storedRequest(request), fieldsNotKept(request)], [request, []]);
  });

  it('is shortened to its beginning, and reported', () => {
    const request = { initial_user_msg: `${atMost}y`, repository: 'a/b', replay_json: '[]' };
    assert.deepEqual(storedRequest(request), { initial_user_msg: atMost, repository: 'a/b' });
    assert.deepEqual(fieldsNotKept(request), ['initial_user_msg', 'replay_json']);
  });

  it('has company: instructions and the texts of a task are shortened, too', () => {
    const request: ConversationStartRequest = {
      conversation_instructions: `${atMost}y`,
      suggested_task: { ...task, title: `${atMost}y`, repo: `${atMost}y` },
      create_microagent: { repo: 'a/b', title: `${atMost}y` },
    };
    assert.deepEqual(storedRequest(request), {
      conversation_instructions: atMost,
      suggested_task: { ...task, title: atMost, repo: atMost },
      create_microagent: { repo: 'a/b', title: atMost },
    });
    assert.deepEqual(fieldsNotKept(request), ['conversation_instructions', 'suggested_task', 'create_microagent']);
  });

  it("isn't cut within a character", () => {
    const { initial_user_msg: kept } = storedRequest({ initial_user_msg: `${atMost.slice(1)}😀` });
    assert.equal(kept, atMost.slice(1));
  });
});
