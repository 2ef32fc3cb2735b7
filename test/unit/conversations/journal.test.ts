import assert from 'node:assert/strict';
import type { Conversation, ConversationChange } from '../../../src/conversations/common/conversation';
import {
  applyJournalRecord,
  formatJournalRecord,
  parseJournalRecord,
  type JournalRecord,
} from '../../../src/conversations/common/journal';

const conversation: Conversation = {
  id: 'a',
  baseUrl: 'http://localhost:3000',
  workspace: 'file:///w',
  request: { repository: 'octocat/app', initial_user_msg: 'Fix\nit "now" \u2028' },
  outcome: 'sending',
  sentAt: 1,
  deadline: 2,
  sender: 3,
};
const sent: JournalRecord = { type: 'sent', conversation };
const changed = (change: ConversationChange, id = 'a'): JournalRecord => ({ type: 'changed', id, change });
const removed: JournalRecord = { type: 'removed', id: 'a' };
const started = changed({ outcome: 'started', conversationId: 'c', status: 'STARTING', reportedAt: 5 });
const asked = (status: string, reportedAt: number, more: ConversationChange = {}) =>
  changed({ status, reportedAt, runtimeStatus: '', ...more });
const interrupted = changed({ outcome: 'mayHaveStarted' });

function replay(...records: readonly JournalRecord[]): Conversation | undefined {
  const conversations = new Map<string, Conversation>();
  for (const record of records) applyJournalRecord(conversations, record);
  return conversations.get('a');
}

describe('a line of the journal', () => {
  const records: readonly (readonly [string, JournalRecord])[] = [
    ['a start', sent],
    [
      'a start without a workspace',
      {
        type: 'sent',
        conversation: { id: 'b', baseUrl: 'u', request: {}, outcome: 'sending', sentAt: 0, deadline: 0 },
      },
    ],
    [
      'who filled in a start',
      { type: 'sent', conversation: { ...conversation, filled: { by: 'link', fields: ['initial_user_msg'] } } },
    ],
    ['what is not kept of a start', { type: 'sent', conversation: { ...conversation, notKept: ['image_urls'] } }],
    ['an answer', started],
    ['a problem', changed({ outcome: 'notStarted', problem: 'No.' })],
    ['a change of nothing', changed({})],
    [
      'what was reported when the service was asked',
      changed({ status: 'STOPPED', reportedAt: 6, runtimeStatus: '', endedAt: 6, endId: 'e' }),
    ],
    ['that the service does not know it, and that the user has looked', changed({ unknownAt: 6, lookedAt: 7 })],
    ['a removal', removed],
    ['what lists show of a start', { type: 'sent', conversation: { ...conversation, abridged: true } }],
  ];
  for (const [title, record] of records) {
    it(`holds ${title}`, () => {
      const line = formatJournalRecord(record);
      assert.equal(line.indexOf('\n'), line.length - 1);
      assert.deepEqual(parseJournalRecord(line), record);
    });
  }

  const withConversation = (change: Record<string, unknown>) =>
    JSON.stringify({ version: 1, type: 'sent', conversation: { ...conversation, ...change } });
  const withChange = (change: unknown) => JSON.stringify({ version: 1, type: 'changed', id: 'a', change });
  const damaged: readonly (readonly [string, string])[] = [
    ['is empty', ''],
    ['is no JSON', '{"version":1,"type":"sent"'],
    ['is cut short', formatJournalRecord(sent).slice(0, 60)],
    ['is two lines in one', formatJournalRecord(removed).trim() + formatJournalRecord(removed).trim()],
    ['is null', 'null'],
    ['is a list', '[]'],
    ['is a text', '"sent"'],
    ['has no version', '{"type":"removed","id":"a"}'],
    ['has a newer version', '{"version":2,"type":"removed","id":"a"}'],
    ['has a version in words', '{"version":"1","type":"removed","id":"a"}'],
    ['has an unknown type', '{"version":1,"type":"moved","id":"a"}'],
    ['has no id', '{"version":1,"type":"removed"}'],
    ['has a number as id', '{"version":1,"type":"removed","id":1}'],
    ['has no conversation', '{"version":1,"type":"sent"}'],
    ['has no change', '{"version":1,"type":"changed","id":"a"}'],
    ['has a change that is a list', withChange([])],
    ['has an unknown outcome', withChange({ outcome: 'lost' })],
    ['has an outcome of prototypes', withChange({ outcome: 'constructor' })],
    ['has a status that is no text', withChange({ status: 5 })],
    ['has a time that is none', withChange({ reportedAt: 'now' })],
    ['has an end that is no time', withChange({ endedAt: 'now' })],
    ['has the id of an end that is no text', withChange({ endId: 5 })],
    ['has a time of looking that is none', withChange({ lookedAt: true })],
    ['has a time of not knowing that is none', withChange({ unknownAt: 'now' })],
    ['has a runtime status that is no text', withChange({ runtimeStatus: null })],
    ['has a time without an end', '{"version":1,"type":"changed","id":"a","change":{"reportedAt":1e999}}'],
    ['has a conversation without an id', withConversation({ id: undefined })],
    ['has a conversation without an outcome', withConversation({ outcome: undefined })],
    ['has a conversation without a request', withConversation({ request: undefined })],
    ['has a request that is a list', withConversation({ request: [] })],
    ['has a time of sending that is none', withConversation({ sentAt: null })],
    ['has a workspace that is no text', withConversation({ workspace: 5 })],
    ['has names of what is not kept that are none', withConversation({ notKept: ['image_urls', 5] })],
    ['has fields that nobody filled in', withConversation({ filled: { fields: ['initial_user_msg'] } })],
    ['has no list of what was filled in', withConversation({ filled: { by: 'link', fields: 'all' } })],
    ['has no list of what is not kept', withConversation({ notKept: 'image_urls' })],
    ['is abridged in words', withConversation({ abridged: 'yes' })],
    ['has a sender that is no number', withConversation({ sender: '3' })],
  ];
  for (const [title, line] of damaged)
    it(`is passed over when it ${title}`, () => assert.equal(parseJournalRecord(line), undefined));

  it('loses what does not belong there', () => {
    const line = withConversation({
      key: 'SECRET',
      request: { initial_user_msg: 5, mcp_config: { a: 'SECRET' }, repository: 'a/b' },
    });
    assert.deepEqual(parseJournalRecord(line), {
      type: 'sent',
      conversation: { ...conversation, request: { repository: 'a/b' } },
    });
    assert.deepEqual(
      parseJournalRecord(withChange({ id: 'b', request: null, outcome: 'started' })),
      changed({ outcome: 'started' }),
    );
  });
});

describe('the journal', () => {
  const answered = {
    ...conversation,
    outcome: 'started',
    conversationId: 'c',
    status: 'STARTING',
    reportedAt: 5,
  } as const;
  const rows: readonly (readonly [string, readonly JournalRecord[], Conversation | undefined])[] = [
    ['remembers a start', [sent], conversation],
    ['remembers the answer', [sent, started], answered],
    ['remembers it once', [sent, sent, started, started], answered],
    ['does not forget the answer over a start that is repeated', [sent, started, sent], answered],
    ['remembers that nobody waits any more', [sent, interrupted], { ...conversation, outcome: 'mayHaveStarted' }],
    ['believes the answer before the interruption', [sent, started, interrupted], answered],
    ['believes the answer after the interruption', [sent, interrupted, started], answered],
    [
      'believes a refusal before the interruption',
      [sent, changed({ outcome: 'notStarted' }), interrupted],
      { ...conversation, outcome: 'notStarted' },
    ],
    [
      'forgets a problem that was none',
      [sent, changed({ outcome: 'mayHaveStarted', problem: 'Lost.' }), started],
      answered,
    ],
    [
      'keeps the problem of a start that may have worked',
      [sent, changed({ outcome: 'mayHaveStarted', problem: 'Lost.' }), changed({ status: 'X' })],
      { ...conversation, outcome: 'mayHaveStarted', problem: 'Lost.', status: 'X' },
    ],
    ['forgets what was removed', [sent, started, removed], undefined],
    ['forgets answers to what was removed', [sent, removed, started], undefined],
    ['knows nothing of an answer without a start', [started], undefined],
    ['believes a start that is repeated with its answer', [sent, { type: 'sent', conversation: answered }], answered],
    ['believes the answer before a start that is repeated without', [sent, started, interrupted, sent], answered],
    ['believes the later report', [sent, started, changed({ status: 'OLD', reportedAt: 4 })], answered],
    [
      'believes the later report after the earlier one',
      [sent, started, changed({ status: 'NEW', reportedAt: 6 })],
      { ...answered, status: 'NEW', reportedAt: 6 },
    ],
    [
      'takes all else from an earlier report',
      [sent, changed({ status: 'NEW', reportedAt: 6 }), started],
      { ...answered, status: 'NEW', reportedAt: 6 },
    ],
    [
      'believes what the environment does with the later report alone',
      [sent, asked('RUNNING', 7, { runtimeStatus: 'B' }), asked('RUNNING', 6, { runtimeStatus: 'A' })],
      { ...conversation, status: 'RUNNING', reportedAt: 7, runtimeStatus: 'B' },
    ],
    [
      'keeps the first of two reports of one end, by two windows',
      [sent, asked('STOPPED', 6, { endedAt: 6, endId: 'first' }), asked('STOPPED', 7, { endedAt: 7, endId: 'second' })],
      { ...conversation, status: 'STOPPED', reportedAt: 7, runtimeStatus: '', endedAt: 7, endId: 'first' },
    ],
    [
      'keeps the first of two reports that the service does not know it',
      [sent, changed({ unknownAt: 6, endedAt: 6, endId: 'first' }), changed({ unknownAt: 7, endedAt: 7, endId: 'b' })],
      { ...conversation, unknownAt: 7, endedAt: 7, endId: 'first' },
    ],
    [
      'takes the next end for another one when it has run in between',
      [
        ...[sent, asked('STOPPED', 6, { endedAt: 6, endId: 'first' }), asked('RUNNING', 7)],
        asked('STOPPED', 8, { endedAt: 8, endId: 'second' }),
      ],
      { ...conversation, status: 'STOPPED', reportedAt: 8, runtimeStatus: '', endedAt: 8, endId: 'second' },
    ],
    [
      'keeps the last time of looking, whichever comes first',
      [sent, changed({ lookedAt: 9 }), changed({ lookedAt: 8 })],
      { ...conversation, lookedAt: 9 },
    ],
    ['leaves others alone', [sent, changed({ outcome: 'started' }, 'b'), { type: 'removed', id: 'b' }], conversation],
  ];
  for (const [title, records, expected] of rows) it(title, () => assert.deepEqual(replay(...records), expected));

  it('says whether anything changed', () => {
    const conversations = new Map<string, Conversation>();
    const effects = [removed, started, sent, sent, started, started, interrupted, removed, removed].map((record) =>
      applyJournalRecord(conversations, record),
    );
    assert.deepEqual(effects, [false, false, true, false, true, false, false, true, false]);
  });

  it('takes an id like any other', () => {
    const conversations = new Map<string, Conversation>();
    applyJournalRecord(conversations, { type: 'sent', conversation: { ...conversation, id: '__proto__' } });
    assert.equal(conversations.get('__proto__')?.baseUrl, conversation.baseUrl);
  });
});
