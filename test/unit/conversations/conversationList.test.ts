import assert from 'node:assert/strict';
import type { Conversation } from '../../../src/conversations/conversation';
import {
  ConversationFilter,
  type FilterName,
  groupConversations,
  showOlderRow,
} from '../../../src/conversations/conversationList';
import { conversation } from '../../support/histories';

const here = 'file:///here';
const now = Date.now();
const dayAgo = now - 24 * 60 * 60 * 1000;
const ended = { status: 'FINISHED', endedAt: 2, reportedAt: 2 } as const;
const given: Readonly<Record<string, Partial<Conversation>>> = {
  running: { workspace: here, status: 'RUNNING', reportedAt: now },
  ranLongAgo: { workspace: here, status: 'RUNNING', reportedAt: dayAgo },
  elsewhere: { workspace: 'file:///there', status: 'RUNNING', reportedAt: now },
  sending: { workspace: here, outcome: 'sending' },
  preparing: { workspace: here, outcome: 'preparing', stageAt: now },
  preparedLongAgo: { workspace: here, outcome: 'preparing', stageAt: dayAgo },
  asks: { workspace: here, status: 'WAITING_FOR_CONFIRMATION', reportedAt: 1 },
  failed: { workspace: 'file:///there', outcome: 'notStarted' },
  doubtful: { workspace: here, outcome: 'mayHaveStarted' },
  failureSeen: { workspace: here, outcome: 'notStarted', outcomeAt: 2, lookedAt: 3 },
  doubtSeen: { workspace: here, outcome: 'mayHaveStarted', outcomeAt: 0, lookedAt: Infinity },
  broken: { workspace: here, status: 'ERROR', reportedAt: 2, endedAt: 2 },
  brokenSeen: { workspace: here, status: 'ERROR', reportedAt: 2, endedAt: 2, lookedAt: 3 },
  stuckSeen: { workspace: here, status: 'STUCK', reportedAt: 2, endedAt: 2, lookedAt: 3 },
  finished: { workspace: here, ...ended, lookedAt: 3 },
  news: { workspace: here, ...ended, lookedAt: 1 },
  gone: { workspace: here, status: 'RUNNING', reportedAt: now, unknownAt: now, endedAt: 2, lookedAt: 3 },
  begins: { workspace: here, status: 'IDLE', reportedAt: 1 },
};

describe('the filter of the list', () => {
  // prettier-ignore
  const rows: readonly (readonly [chosen: readonly FilterName[], shown: readonly string[]])[] = [
    [[], Object.keys(given)],
    [['thisWorkspace'], Object.keys(given).filter((id) => id !== 'elsewhere' && id !== 'failed')],
    [['needsUser'], ['asks', 'failed', 'doubtful', 'broken', 'stuckSeen', 'news']],
    [['running'], ['running', 'elsewhere', 'sending', 'preparing']],
    [['thisWorkspace', 'needsUser', 'running'], ['running', 'sending', 'preparing', 'asks', 'doubtful', 'broken', 'stuckSeen', 'news']],
  ];
  for (const [chosen, shown] of rows)
    it(`shows for ${chosen.join(' and ') || 'nothing chosen'}: ${shown.join(', ')}`, () => {
      const filter = new ConversationFilter(() => here);
      let changes = 0;
      filter.onDidChange(() => changes++);
      filter.choose(chosen);
      const all = Object.entries(given).map(([id, more]) => conversation(id, { conversationId: id, ...more }));
      const ids = all.filter((one) => filter.shows(one)).map(({ id }) => id);
      assert.deepEqual(ids, shown);
      assert.equal(changes, 1);
    });
});

const at = (sentAt: number, baseUrl = 'http://a:1/agent') => conversation(`${baseUrl} ${sentAt}`, { sentAt, baseUrl });

describe('the list of the conversations', () => {
  it('has those of the one service in their order, and nothing else', () =>
    assert.deepEqual(groupConversations([at(2), at(1)], 0), [at(2), at(1)]));

  it("ends where it isn't complete, with the row that reads more", () =>
    assert.deepEqual(groupConversations([at(4), at(3), at(1)], 3), [at(4), at(3), showOlderRow]));

  it('groups by origin when there are two: a URL that is none is one of its own', () => {
    const given = [at(5, 'nonsense'), at(4, 'http://a/x'), at(3, 'http://b'), at(2, 'http://a/y')];
    assert.deepEqual(groupConversations(given, 1), [
      { origin: 'nonsense', conversations: [given[0]] },
      { origin: 'http://a', conversations: [given[1], given[3]] },
      { origin: 'http://b', conversations: [given[2]] },
      showOlderRow,
    ]);
  });
});
