import assert from 'node:assert/strict';
import type { Conversation } from '../../../src/conversations/conversation';
import {
  conversationFormat,
  endOfName,
  recordNameOf,
  timeInName,
  workspaceMark,
} from '../../../src/conversations/conversationRecord';
import { someConversation } from '../../support/someConversation';

const conversation = someConversation({ request: { initial_user_msg: 'Fix\n"it" \u2028 é😀' } });
/** As read from a file that another window has written. */
const read = (written: object, name = recordNameOf(written as Conversation)) =>
  conversationFormat.read(JSON.parse(JSON.stringify(written)) as Record<string, unknown>, name);

describe('the file of a conversation', () => {
  it('has everything that is known of it', () => {
    const all: Required<Omit<Conversation, 'abridged'>> = {
      ...conversation,
      api: 'v1',
      workspace: 'file:///w',
      notKept: ['image_urls'],
      filledBy: 'link',
      suggested: ['clone_instructions'],
      resultBranch: 'agent/x',
      outcomeAt: 1,
      sender: 'here.3',
      proposedId: 'p',
      taskId: 't',
      stage: 'A',
      stageAt: 2,
      waiter: 'here.4',
      waiterAt: 3,
      conversationId: 'c',
      status: 'RUNNING',
      reportedAt: 4,
      runtimeStatus: '',
      pageUrl: 'u',
      endedAt: 5,
      ranAt: 9,
      unknownAt: 6,
      unansweredAt: 8,
      lookedAt: 7,
      problem: 'Lost.',
      clone: '/c',
      remote: 'origin',
      remoteBranches: 'd',
      startCommit: 'f',
      cloneAt: 8,
      pushed: 'agent/x 0123',
      pushedAt: 9,
      sendingDraft: 'd',
      sendingId: 's',
      sendingAfter: '2026-01-02',
      sentIds: 'r ',
      sendingAt: 10,
    };
    assert.deepEqual(read(all), all);
  });

  it('has no more than that, and of the request only what is stored', () => {
    const request = {
      initial_user_msg: 5,
      mcp_config: { a: 'SECRET' },
      image_urls: ['data:SECRET'],
      repository: 'a/b',
    };
    assert.deepEqual(read({ ...conversation, key: 'SECRET', request }), {
      ...conversation,
      request: { repository: 'a/b' },
    });
  });

  const damaged: readonly (readonly [string, object])[] = [
    ...(['id', 'baseUrl', 'request', 'outcome', 'sentAt', 'deadline'] as const).map(
      (name) => [`lacks ${name}`, { ...conversation, [name]: undefined }] as const,
    ),
    ['has an unknown outcome', { ...conversation, outcome: 'lost' }],
    ['has a list of outcomes', { ...conversation, outcome: ['started'] }],
    ['has an outcome named after a prototype member', { ...conversation, outcome: 'constructor' }],
    ["has a status that isn't a string", { ...conversation, status: 5 }],
    ['has a time in words', { ...conversation, reportedAt: 'now' }],
    ['has a request that is a list', { ...conversation, request: [] }],
    ['has no name of what filled it in', { ...conversation, filledBy: ['link'] }],
    ["has a text in place of the names of what isn't stored", { ...conversation, notKept: 'image_urls' }],
    ["has invalid names of what isn't stored", { ...conversation, notKept: ['image_urls', 5] }],
  ];
  for (const [what, written] of damaged)
    it(`is damaged if it ${what}`, () => assert.equal(read(written, recordNameOf(conversation)), undefined));

  it('is damaged if it is a copy under another name: two rows would be one conversation', () =>
    assert.equal(read(conversation, `${recordNameOf(conversation)} copy`), undefined));
});

describe('the name of the file of a conversation', () => {
  it('is in order by time', () => {
    const times = [0, 1, 999, 1_000, Date.UTC(2026, 0), Date.UTC(2026, 0) + 1, Date.UTC(2286, 11)];
    const names = times.map((sentAt) => recordNameOf({ ...conversation, sentAt }));
    assert.deepEqual(names.toSorted(), names);
    assert.deepEqual(names.map(timeInName), times);
  });

  it('says which workspace and which start it is of, and nothing else', () => {
    const name = recordNameOf({ ...conversation, workspace: 'file:///home/me/secret' });
    assert.match(name, /^\d{16}-[0-9a-f]{8}-[0-9a-f]{36}$/);
    assert.equal(name.includes(workspaceMark('file:///home/me/secret')), true);
    assert.equal(name.includes(workspaceMark(undefined)), false);
    assert.deepEqual([name.endsWith(endOfName('a')), name.endsWith(endOfName('b'))], [true, false]);
  });
});
