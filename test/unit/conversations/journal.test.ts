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
const accepted = { outcome: 'mayHaveStarted', taskId: 't' } as const;
const preparing = (stage: string, stageAt: number) => changed({ ...accepted, stage, stageAt });
const claim = (waiter: number, waitedBefore: number) => changed({ waiter, waitedBefore });

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
      'the origin of a prefilled start',
      { type: 'sent', conversation: { ...conversation, filled: { by: 'link', fields: ['initial_user_msg'] } } },
    ],
    ["what isn't stored of a start", { type: 'sent', conversation: { ...conversation, notKept: ['image_urls'] } }],
    ['the branch that was asked for', { type: 'sent', conversation: { ...conversation, resultBranch: 'agent/x' } }],
    ['a response', started],
    ['a problem', changed({ outcome: 'notStarted', problem: 'No.' })],
    ['an empty change', changed({})],
    [
      'what was reported when the service was asked',
      changed({ status: 'STOPPED', reportedAt: 6, runtimeStatus: '', endedAt: 6, endId: 'e' }),
    ],
    ['that the service does not know it, and that the user has looked', changed({ unknownAt: 6, lookedAt: 7 })],
    ['an accepted start that is being prepared', preparing('WAITING_FOR_SANDBOX', 6)],
    ['who waits for it', changed({ waiter: 9, waitedBefore: 3 })],
    ['the id that was proposed', { type: 'sent', conversation: { ...conversation, proposedId: 'f' } }],
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
    ["isn't JSON", '{"version":1,"type":"sent"'],
    ['is cut short', formatJournalRecord(sent).slice(0, 60)],
    ['is two lines in one', formatJournalRecord(removed).trim() + formatJournalRecord(removed).trim()],
    ['is null', 'null'],
    ['is a list', '[]'],
    ['is a string', '"sent"'],
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
    ['has an outcome named after a prototype member', withChange({ outcome: 'constructor' })],
    ["has a status that isn't a string", withChange({ status: 5 })],
    ['has an invalid time', withChange({ reportedAt: 'now' })],
    ['has an infinite time', '{"version":1,"type":"changed","id":"a","change":{"reportedAt":1e999}}'],
    ['has an end that is no time', withChange({ endedAt: 'now' })],
    ['has the id of an end that is no text', withChange({ endId: 5 })],
    ['has a time of looking that is none', withChange({ lookedAt: true })],
    ['has a time of not knowing that is none', withChange({ unknownAt: 'now' })],
    ['has a runtime status that is no text', withChange({ runtimeStatus: null })],
    ['has a conversation without an id', withConversation({ id: undefined })],
    ['has a conversation without an outcome', withConversation({ outcome: undefined })],
    ['has a conversation without a request', withConversation({ request: undefined })],
    ['has a request that is a list', withConversation({ request: [] })],
    ['has an invalid time of sending', withConversation({ sentAt: null })],
    ["has a workspace that isn't a string", withConversation({ workspace: 5 })],
    ["has invalid names of what isn't stored", withConversation({ notKept: ['image_urls', 5] })],
    ['has fields without what filled them in', withConversation({ filled: { fields: ['initial_user_msg'] } })],
    ['has no list of prefilled fields', withConversation({ filled: { by: 'link', fields: 'all' } })],
    ["has no list of what isn't stored", withConversation({ notKept: 'image_urls' })],
    ["has a result branch that isn't a string", withConversation({ resultBranch: { name: 'agent/x' } })],
    ['is abridged in words', withConversation({ abridged: 'yes' })],
    ["has a stage that isn't a string", withChange({ stage: 5 })],
    ['has an id of a task that is no text', withChange({ taskId: {} })],
    ['has a waiter that is no number', withChange({ waiter: '5' })],
    ["has a sender that isn't a number", withConversation({ sender: '3' })],
  ];
  for (const [title, line] of damaged)
    it(`is skipped if it ${title}`, () => assert.equal(parseJournalRecord(line), undefined));

  it('has nothing of an accepted start that earlier versions would take for damage', () => {
    const { change } = JSON.parse(formatJournalRecord(preparing('A', 6))) as { change: { outcome: string } };
    // They drop members that they don't know, and reject outcomes that they don't know.
    assert.ok(['sending', 'started', 'notStarted', 'mayHaveStarted'].includes(change.outcome));
  });

  it('drops unknown members', () => {
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
    ['remembers the response', [sent, started], answered],
    ['remembers it once', [sent, sent, started, started], answered],
    ["doesn't forget the response if the start is repeated", [sent, started, sent], answered],
    ['remembers that nothing is waiting any more', [sent, interrupted], { ...conversation, outcome: 'mayHaveStarted' }],
    ['prefers the response to the interruption before it', [sent, started, interrupted], answered],
    ['prefers the response to the interruption after it', [sent, interrupted, started], answered],
    [
      'prefers a rejection to the interruption after it',
      [sent, changed({ outcome: 'notStarted' }), interrupted],
      { ...conversation, outcome: 'notStarted' },
    ],
    [
      'forgets a problem that turned out not to be one',
      [sent, changed({ outcome: 'mayHaveStarted', problem: 'Lost.' }), started],
      answered,
    ],
    [
      'keeps the problem of a start that may have worked',
      [sent, changed({ outcome: 'mayHaveStarted', problem: 'Lost.' }), changed({ status: 'X' })],
      { ...conversation, outcome: 'mayHaveStarted', problem: 'Lost.', status: 'X' },
    ],
    ['forgets what was removed', [sent, started, removed], undefined],
    ['forgets responses to what was removed', [sent, removed, started], undefined],
    ['ignores a response without a start', [started], undefined],
    ['accepts a start that is repeated with its response', [sent, { type: 'sent', conversation: answered }], answered],
    ['prefers the response to a repeated start without one', [sent, started, interrupted, sent], answered],
    ['prefers the later report', [sent, started, changed({ status: 'OLD', reportedAt: 4 })], answered],
    [
      'prefers the later report even after the earlier one',
      [sent, started, changed({ status: 'NEW', reportedAt: 6 })],
      { ...answered, status: 'NEW', reportedAt: 6 },
    ],
    [
      'takes everything else from an earlier report',
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
      'takes what follows a wait for another end',
      [
        ...[sent, asked('IDLE', 6, { endedAt: 6, endId: 'first' })],
        ...[
          asked('FINISHED', 7, { endedAt: 7, endId: 'second' }),
          asked('FINISHED', 8, { endedAt: 8, endId: 'third' }),
        ],
      ],
      { ...conversation, status: 'FINISHED', reportedAt: 8, runtimeStatus: '', endedAt: 8, endId: 'second' },
    ],
    [
      'does not take a wait that is written later for the end after it',
      [
        ...[sent, asked('FINISHED', 7, { endedAt: 7, endId: 'second' })],
        asked('WAITING_FOR_CONFIRMATION', 6, { endedAt: 6, endId: 'first' }),
      ],
      { ...conversation, status: 'FINISHED', reportedAt: 7, runtimeStatus: '', endedAt: 7, endId: 'second' },
    ],
    [
      'keeps the last time of looking, whichever comes first',
      [sent, changed({ lookedAt: 9 }), changed({ lookedAt: 8 })],
      { ...conversation, lookedAt: 9 },
    ],
    [
      'believes the later report of a stage, whichever comes first',
      [sent, preparing('B', 7), preparing('A', 6)],
      { ...conversation, ...accepted, stage: 'B', stageAt: 7 },
    ],
    [
      'knows that the service has lost it, whatever it reported before',
      [sent, changed({ outcome: 'mayHaveStarted', stage: '', stageAt: 8 }), preparing('A', 6)],
      { ...conversation, ...accepted, stage: '', stageAt: 8 },
    ],
    [
      'prefers the outcome to a stage, whichever comes first',
      [sent, preparing('A', 6), started, preparing('B', 7)],
      { ...answered, taskId: 't', stage: 'A', stageAt: 6 },
    ],
    [
      'lets the first of two windows wait, and then its follower',
      [sent, preparing('A', 6), claim(8, 3), claim(9, 3), claim(10, 8), claim(11, 9)],
      { ...conversation, ...accepted, stage: 'A', stageAt: 6, waiter: 10, waitedBefore: 8 },
    ],
    [
      'leaves other conversations unchanged',
      [sent, changed({ outcome: 'started' }, 'b'), { type: 'removed', id: 'b' }],
      conversation,
    ],
  ];
  for (const [title, records, expected] of rows) it(title, () => assert.deepEqual(replay(...records), expected));

  it('says whether anything changed', () => {
    const conversations = new Map<string, Conversation>();
    const effects = [removed, started, sent, sent, started, started, interrupted, removed, removed].map((record) =>
      applyJournalRecord(conversations, record),
    );
    assert.deepEqual(effects, [false, false, true, false, true, false, false, true, false]);
  });

  it('accepts any id', () => {
    const conversations = new Map<string, Conversation>();
    applyJournalRecord(conversations, { type: 'sent', conversation: { ...conversation, id: '__proto__' } });
    assert.equal(conversations.get('__proto__')?.baseUrl, conversation.baseUrl);
  });
});
