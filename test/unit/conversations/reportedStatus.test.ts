import assert from 'node:assert/strict';
import type { Conversation, ConversationChange } from '../../../src/conversations/conversation';
import {
  changeFromReport,
  hasEnded,
  canAskStatus,
  isNews,
  isOver,
  isUnanswered,
  isUnknown,
  changeWithoutAnswer,
  startsWithin,
  needsUser,
} from '../../../src/conversations/reportedStatus';
import { withChange } from '../../../src/conversations/mergeConversations';
import { isUnseenEnd } from '../../../src/conversations/conversationToShow';
import { someConversation } from '../../support/someConversation';

const sentAt = 1_000_000;
const soon = sentAt + 5_000;
const late = sentAt + startsWithin + 1;

function conversation(more: Partial<Conversation> = {}): Conversation {
  return someConversation({ sentAt, conversationId: 'c', status: 'STARTING', reportedAt: sentAt, ...more });
}

describe('the answer to the question for a status', () => {
  const end = (now: number) => ({ endedAt: now });
  const of = (status: string, now: number, runtimeStatus = '') => ({
    status,
    reportedAt: now,
    runtimeStatus,
    ...(status === 'RUNNING' && { ranAt: now }),
  });
  const ended = { status: 'STOPPED', reportedAt: soon, endedAt: soon };
  const rows: readonly (readonly [string, Partial<Conversation>, string | null, number, ConversationChange])[] = [
    ['a first state is none', {}, 'RUNNING', soon, of('RUNNING', soon)],
    ['a state of its own is none', { status: 'RUNNING' }, 'PAUSED', soon, of('PAUSED', soon)],
    ['STOPPED after STARTING', {}, 'STOPPED', soon, { ...of('STOPPED', soon), ...end(soon) }],
    ['STOPPED after RUNNING', { status: 'RUNNING' }, 'STOPPED', soon, { ...of('STOPPED', soon), ...end(soon) }],
    ['ERROR', { status: 'STOPPED' }, 'ERROR', soon, { ...of('ERROR', soon), ...end(soon) }],
    ['ARCHIVED', {}, 'ARCHIVED', soon, { ...of('ARCHIVED', soon), ...end(soon) }],
    ['STOPPED as in the answer to the start is none yet', { status: 'STOPPED' }, 'STOPPED', soon, of('STOPPED', soon)],
    ['STOPPED where the start had no state is none yet', { status: undefined }, 'STOPPED', soon, of('STOPPED', soon)],
    ['STOPPED for long', { status: 'STOPPED' }, 'STOPPED', late, { ...of('STOPPED', late), ...end(late) }],
    ['an end that is known is no other one', ended, 'STOPPED', late, of('STOPPED', late)],
    ['another end of what has ended is no other one', ended, 'ARCHIVED', late, of('ARCHIVED', late)],
    ['what runs again has not ended', ended, 'RUNNING', late, of('RUNNING', late)],
    ['a service that does not know it', { status: 'RUNNING' }, null, soon, { unknownAt: soon, ...end(soon) }],
    ['a service that no longer knows what has ended', ended, null, late, { unknownAt: late }],
  ] as never;
  for (const [title, before, status, now, expected] of rows)
    it(`as an end: ${title}`, () => {
      const known = conversation(before);
      const change = changeFromReport(known, status === null ? null : { status }, now);
      assert.deepEqual(change, expected);
      const isOver = 'endedAt' in expected || (before.endedAt !== undefined && status !== 'RUNNING');
      assert.equal(hasEnded({ ...known, ...change }), isOver);
      assert.equal(isUnknown({ ...known, ...change }), status === null);
    });

  /** The states that a service of API V1 reports, one after the other, with a mark on each that is a new end. */
  // prettier-ignore
  const days: readonly (readonly [string, string])[] = [
    ['what finishes', 'STARTING RUNNING FINISHED! FINISHED'],
    ['what finishes before it was seen to run', 'STARTING FINISHED!'],
    ['what has not begun', 'STARTING IDLE IDLE RUNNING IDLE! IDLE'],
    ['what waits, and then goes on', 'RUNNING WAITING_FOR_CONFIRMATION! RUNNING FINISHED!'],
    ['what goes on between two questions', 'RUNNING WAITING_FOR_CONFIRMATION! FINISHED! AGENT_ERROR!'],
    ["what is waked up, and hasn't run since", 'RUNNING FINISHED! PAUSED STARTING FINISHED'],
    ['what waits again between two questions', 'RUNNING IDLE! WAITING_FOR_CONFIRMATION! STUCK!'],
    ['what is put to sleep and waked up', 'RUNNING FINISHED! PAUSED STARTING SANDBOX_RUNNING FINISHED PAUSED'],
    ['what is waked up and goes on', 'RUNNING FINISHED! PAUSED STARTING RUNNING FINISHED!'],
    ['what goes on, is not heard of for a moment, and finishes', 'RUNNING FINISHED! RUNNING SANDBOX_RUNNING FINISHED! PAUSED FINISHED'],
    ['what goes on, is paused, and waits', 'RUNNING FINISHED! RUNNING AGENT_PAUSED WAITING_FOR_CONFIRMATION!'],
    ['what runs, is not heard of for a moment, and comes to rest', 'STARTING IDLE RUNNING SANDBOX_RUNNING IDLE! IDLE'],
    ['what fails', 'RUNNING ERROR! ERROR'],
    ['what fails, and goes on after another message', 'RUNNING AGENT_ERROR! AGENT_ERROR RUNNING AGENT_ERROR! FINISHED!'],
    ['what waits, and whose sandbox fails', 'RUNNING AGENT_ERROR! SANDBOX_ERROR! SANDBOX_ERROR'],
    ['what is gone', 'RUNNING MISSING! MISSING'],
    ['what has finished and is gone', 'RUNNING FINISHED! PAUSED MISSING'],
    ['what is deleted while it runs', 'RUNNING DELETING null!'],
    ['what has finished and is deleted', 'RUNNING FINISHED! DELETING null'],
    ['what the user has paused', 'RUNNING PAUSED RUNNING UNKNOWN'],
  ];
  for (const [title, states] of days)
    it(`counts each end once: ${title}`, () => {
      let known = conversation();
      const heard = states.split(' ').map((state, at) => {
        const status = state.replace('!', '');
        const change = changeFromReport(known, status === 'null' ? null : { status }, soon + at);
        known = { ...known, ...change };
        return change.endedAt === undefined ? status : `${status}!`;
      });
      assert.equal(heard.join(' '), states);
    });

  it('shows an end until the agent runs again, and is asked for while it may', () => {
    const rows = [
      ['RUNNING', false, false],
      ['FINISHED', true, false],
      ['PAUSED', true, false],
      ['MISSING', true, true],
      ['STARTING', false, false],
      ['FINISHED', true, false],
      ['RUNNING', false, false],
      ['SANDBOX_RUNNING', false, false],
      ['FINISHED', true, false],
    ] as const;
    let known = conversation({ status: 'RUNNING' });
    for (const [status, isEnd, isNoMoreAsked] of rows) {
      known = { ...known, ...changeFromReport(known, { status }, late) };
      assert.deepEqual([hasEnded(known), isOver(known)], [isEnd, isNoMoreAsked], status);
    }
  });

  it('says that it waits for the user, not that it has ended', () => {
    const waiting = ['WAITING_FOR_CONFIRMATION', 'IDLE', 'STUCK', 'AGENT_ERROR'];
    for (const status of [...waiting, 'PAUSED', 'FINISHED', 'ERROR', 'SANDBOX_ERROR', 'MISSING', 'STOPPED', 'RUNNING'])
      assert.equal(needsUser(conversation({ status })), waiting.includes(status), status);
    assert.equal(needsUser(conversation({ status: 'IDLE', unknownAt: late })), false);
  });

  it('has what the environment is doing', () => {
    const change = changeFromReport(conversation(), { status: 'RUNNING', runtime_status: 'STATUS$READY' }, soon);
    assert.deepEqual(change, of('RUNNING', soon, 'STATUS$READY'));
  });

  it('has the page that the service names, which is news, and is kept when it is no longer named', () => {
    const known = conversation({ status: 'RUNNING', runtimeStatus: '', reportedAt: soon });
    const change = changeFromReport(known, { status: 'RUNNING', page_url: 'https://h/c' }, soon);
    assert.deepEqual([change.pageUrl, isNews(known, change)], ['https://h/c', true]);
    const after = withChange(known, change);
    const next = changeFromReport(after, { status: 'RUNNING' }, soon);
    assert.deepEqual([withChange(after, next).pageUrl, isNews(after, next)], ['https://h/c', false]);
  });

  it('is known to be old from the first request in vain to the next report, also if the clock was set back', () => {
    for (const now of [late, soon, sentAt - 1]) {
      const known = conversation({ status: 'RUNNING', runtimeStatus: '', reportedAt: soon });
      const failed = { ...known, ...changeWithoutAnswer(known, now) };
      assert.deepEqual([isUnanswered(known), isUnanswered(failed)], [false, true]);
      for (const status of ['RUNNING', null]) {
        const change = changeFromReport(failed, status === null ? null : { status }, now);
        assert.deepEqual([isNews(failed, change), isUnanswered(withChange(failed, change))], [true, false]);
      }
    }
  });

  it('is the later one although the clock was set back', () => {
    const known = conversation({ reportedAt: late });
    assert.equal(changeFromReport(known, { status: 'RUNNING' }, soon).reportedAt, late + 1);
    assert.ok(isUnknown({ ...known, ...changeFromReport(known, null, soon) }));
  });

  it('is an end that the user has not looked at although the clock was set back', () => {
    const seen = { ...of('RUNNING', late), endedAt: late, lookedAt: late };
    const ended = conversation({ ...seen, ...changeFromReport(conversation(seen), { status: 'STOPPED' }, soon) });
    assert.ok(isUnseenEnd(ended));
  });

  for (const [when, now] of [
    ['later', late],
    ['in the same millisecond', soon],
    ['before that, because the clock was set back', soon - 1],
  ] as const)
    it(`makes what was unknown known again: ${when}`, () => {
      const unknown = { ...conversation(), ...changeFromReport(conversation(), null, soon) };
      const known = { ...unknown, ...changeFromReport(unknown, { status: 'RUNNING' }, now) };
      assert.deepEqual(
        [isUnknown(unknown), hasEnded(unknown), isUnknown(known), hasEnded(known)],
        [true, true, false, false],
      );
    });
});

describe('an end', () => {
  it("isn't reported by the answer to a start", () => {
    for (const status of ['STOPPED', 'ERROR', 'ARCHIVED']) assert.equal(hasEnded(conversation({ status })), false);
  });
});

describe('a status can be asked for', () => {
  const rows: readonly (readonly [string, Partial<Conversation>, boolean])[] = [
    ['of what has started', {}, true],
    ['of what has ended', { status: 'STOPPED', endedAt: 1 }, true],
    ['of what has an id that leads to another path', { conversationId: 'a/../b' }, false],
    ['of what is being sent', { outcome: 'sending' }, false],
    ['of what was running already', { outcome: 'notStarted' }, false],
  ];
  for (const [title, more, expected] of rows)
    it(`${title}: ${expected ? 'yes' : 'no'}`, () => assert.equal(canAskStatus(conversation(more)), expected));
});
