import fc from 'fast-check';
import assert from 'node:assert/strict';
import type { Conversation, ConversationChange } from '../../../src/conversations/conversation';
import { mergeStates, withChange } from '../../../src/conversations/mergeConversations';
import { someConversation } from '../../support/someConversation';

const sent = someConversation({ outcome: 'sending', sender: 'here.3' });
const started = { outcome: 'started', conversationId: 'c', status: 'STARTING', reportedAt: 5 } as const;
/** Found out by another window. */
const interrupted = { outcome: 'mayHaveStarted', outcomeAt: 0 } as const;
const accepted = { outcome: 'preparing', taskId: 't' } as const;
const lost = { ...accepted, problem: 'Lost.' } as const;
const asked = (status: string, reportedAt: number, more: ConversationChange = {}): ConversationChange => ({
  status,
  reportedAt,
  runtimeStatus: '',
  ...more,
});

/** The changes one after the other, a millisecond apart, from 100 on. */
const after = (...changes: readonly ConversationChange[]) =>
  changes.reduce<Conversation>((known, change, index) => withChange(known, change, 100 + index), sent);

describe('a conversation after changes', () => {
  // prettier-ignore
  const rows: readonly (readonly [string, readonly ConversationChange[], Partial<Conversation>])[] = [
    ['has the response', [started], { ...started, outcomeAt: 100 }],
    ['has it once', [started, started], { ...started, outcomeAt: 100 }],
    ['may have started if its window is gone', [interrupted], interrupted],
    ['prefers the response to the interruption before it', [interrupted, started], { ...started, outcomeAt: 101 }],
    ['prefers the response to the interruption after it', [started, interrupted], { ...started, outcomeAt: 100 }],
    ['prefers what the service accepted to the interruption after it', [lost, interrupted], { ...lost, ...at(100) }],
    ['prefers a rejection to the interruption after it', [{ outcome: 'notStarted' }, interrupted], { outcome: 'notStarted', outcomeAt: 100 }],
    ['forgets a problem that was none', [lost, started], { ...started, taskId: 't', stageAt: 100, outcomeAt: 101 }],
    ['forgets the problem of another outcome', [{ outcome: 'mayHaveStarted', problem: 'Lost.' }, accepted], { ...accepted, ...at(101) }],
    ['has the last problem', [lost, { problem: 'A better one.' }], { ...lost, problem: 'A better one.', stageAt: 100, outcomeAt: 101 }],
    ['has the later report', [started, { status: 'OLD', reportedAt: 4 }], { ...started, outcomeAt: 100 }],
    ['has the later one of two reports in one millisecond', [asked('RUNNING', 5), asked('STOPPED', 5)], asked('STOPPED', 6)],
    ['keeps the first of two reports of one end', [asked('STOPPED', 6, { endedAt: 6 }), asked('STOPPED', 7, { endedAt: 7 })], asked('STOPPED', 7, { endedAt: 6 })],
    ['keeps the first of two reports that the service does not know it', [{ unknownAt: 6, endedAt: 6 }, { unknownAt: 7, endedAt: 7 }], { unknownAt: 7, endedAt: 6 }],
    [
      'has another end when it has run in between',
      [asked('STOPPED', 6, { endedAt: 6 }), asked('RUNNING', 7), asked('STOPPED', 8, { endedAt: 8 })],
      asked('STOPPED', 8, { endedAt: 8 }),
    ],
    [
      'has another end when it waited before',
      [asked('IDLE', 6, { endedAt: 6 }), asked('FINISHED', 7, { endedAt: 7 }), asked('FINISHED', 8, { endedAt: 8 })],
      asked('FINISHED', 8, { endedAt: 7 }),
    ],
    ['has the last time of looking', [{ lookedAt: 9 }, { lookedAt: 8 }], { lookedAt: 9 }],
    ['has the later stage', [{ ...accepted, stage: 'B', stageAt: 7 }, { ...accepted, stage: 'A', stageAt: 6 }], { ...accepted, ...at(100), stage: 'B', stageAt: 7 }],
    ['has the last window wait', [{ waiter: 'here.8' }, { waiter: 'here.9' }], { waiter: 'here.9', waiterAt: 101 }],
    ['has no more of a problem than is stored', [{ problem: 'x'.repeat(300_000) }], problemOf(256 * 1024)],
  ];
  for (const [what, changes, expected] of rows)
    it(what, () => {
      const { outcomeAt, stageAt, ...rest } = expected;
      const times = { ...(outcomeAt !== undefined && { outcomeAt }), ...(stageAt !== undefined && { stageAt }) };
      assert.deepEqual(after(...changes), { ...sent, ...rest, ...times });
    });

  it('has every property that may change, once another window says so', () => {
    const later: Required<ConversationChange> = {
      outcome: 'started',
      conversationId: 'c',
      problem: 'Lost.',
      outcomeAt: 9,
      taskId: 't',
      stage: 'A',
      stageAt: 9,
      waiter: 'here.4',
      waiterAt: 9,
      status: 'STOPPED',
      runtimeStatus: 'R',
      pageUrl: 'u',
      reportedAt: 9,
      endedAt: 9,
      ranAt: 9,
      clone: '/c',
      remote: 'origin',
      remoteBranches: 'd',
      startCommit: 'f',
      cloneAt: 9,
      pushed: 'a 1',
      pushedAt: 9,
      unknownAt: 9,
      unansweredAt: 9,
      lookedAt: 9,
      sendingDraft: 'd',
      sendingId: 's',
      sendingAfter: '',
      sentIds: 'r ',
      sendingAt: 9,
    };
    assert.deepEqual(mergeStates(sent, { ...sent, ...later }), { ...sent, ...later });
  });

  it('is the same object if there is no news', () => {
    const known = after(started);
    for (const change of [started, interrupted, { lookedAt: undefined }, { status: 'OLD', reportedAt: 4 }])
      assert.equal(withChange(known, change as ConversationChange, 200), known);
  });
});

function at(outcomeAt: number): Partial<Conversation> {
  return { outcomeAt, stageAt: outcomeAt };
}

function problemOf(length: number): Partial<Conversation> {
  return { problem: 'x'.repeat(length), outcomeAt: 100 };
}

const changes: fc.Arbitrary<ConversationChange> = fc.oneof(
  fc.constantFrom<ConversationChange>(started, interrupted, lost, { outcome: 'notStarted' }, { problem: 'Other.' }),
  fc.record({ status: fc.constantFrom('RUNNING', 'STOPPED', 'IDLE'), reportedAt: fc.nat(5) }),
  fc.record({ status: fc.constant('STOPPED'), reportedAt: fc.nat(5), endedAt: fc.nat(5) }),
  fc.record({
    outcome: fc.constant('preparing' as const),
    taskId: fc.constant('t'),
    stage: fc.constantFrom('A', 'B'),
    stageAt: fc.nat(5),
  }),
  fc.record({ waiter: fc.constantFrom('here.3', 'here.8', 'here.9') }),
  fc.record({ remote: fc.constantFrom('origin', 'upstream') }),
  fc.record({ pushed: fc.constantFrom('a 1', 'b 2'), pushedAt: fc.nat(5) }),
  fc.record({ sendingDraft: fc.constantFrom('', 'd1', 'd2') }),
  fc.record({ lookedAt: fc.nat(5) }),
  fc.record({ ranAt: fc.nat(5) }),
  fc.record({ unknownAt: fc.nat(5) }),
  fc.record({ unansweredAt: fc.nat(5) }),
);
const histories = fc.array(fc.tuple(changes, fc.nat(9)), { maxLength: 5 });
const states = histories.map((list) => list.reduce((known, [change, now]) => withChange(known, change, now), sent));

describe('what windows know of a conversation', () => {
  it('is the same in any order and however often it is joined', () => {
    const property = fc.property(states, states, states, (a, b, c) => {
      assert.deepEqual(mergeStates(a, b), mergeStates(b, a));
      assert.deepEqual(mergeStates(mergeStates(a, b), c), mergeStates(a, mergeStates(b, c)));
      assert.equal(mergeStates(a, a), a);
      const both = mergeStates(a, b);
      assert.equal(mergeStates(both, a), both);
    });
    fc.assert(property, { numRuns: 2000 });
  });

  it("isn't undone by a window that didn't know of the last change", () => {
    const property = fc.property(states, changes, fc.nat(9), (known, change, now) => {
      const changed = withChange(known, change, now);
      assert.equal(mergeStates(changed, known), changed);
      assert.deepEqual(mergeStates(known, changed), changed);
    });
    fc.assert(property, { numRuns: 2000 });
  });
});
