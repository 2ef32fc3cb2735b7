import assert from 'node:assert/strict';
import type { Conversation } from '../../../src/conversations/conversation';
import { conversationToShow, countPossiblyRunning } from '../../../src/conversations/conversationToShow';
import { someConversation } from '../../support/someConversation';

const now = 1_700_000_000_000;
const hour = 60 * 60 * 1000;
const here = 'file:///here';

/** The newest first, as they are given. */
type Given = Readonly<Record<string, Partial<Conversation>>>;

function shown(given: Given): string | undefined {
  const conversations = Object.entries(given).map(([id, more], index) => {
    const at = now - index * hour;
    return someConversation({ id, conversationId: id, workspace: here, sentAt: at, reportedAt: at, ...more });
  });
  return conversationToShow(conversations, here, now)?.id;
}

const starting: Partial<Conversation> = { status: 'STARTING' };
const preparing: Partial<Conversation> = { outcome: 'preparing', taskId: 't', stage: 'WORKING' };
const running = { status: 'RUNNING', runtimeStatus: 'STATUS$READY' };
const ended = { status: 'STOPPED', runtimeStatus: '', endedAt: now - hour };
const seen = { ...ended, lookedAt: now };
const waits = { ...seen, status: 'WAITING_FOR_CONFIRMATION' };

describe('the conversation that most needs a look', () => {
  // prettier-ignore
  const rows: readonly (readonly [string, Given, string | undefined])[] = [
    ['is none where there is none', {}, undefined],
    ['is none of another workspace', { a: { ...running, workspace: 'file:///there' } }, undefined],
    ['is the latest where nothing is known of any', { b: {}, a: {} }, 'b'],
    ['is the latest where services are not asked', { b: starting, a: starting }, 'b'],
    ['is one that runs, before the latest that was asked for and has stopped', { b: { status: 'STOPPED', runtimeStatus: '' }, a: running }, 'a'],
    [
      'is what is being prepared, before a later start that has ended, and for a day',
      { c: seen, b: { ...preparing, stageAt: now }, a: { ...preparing, stageAt: now - 24 * hour } },
      'b',
    ],
    ['is the latest that failed, before an earlier start', { b: { outcome: 'notStarted' }, a: starting }, 'b'],
    ['is what has ended, before what runs', { b: running, a: ended }, 'a'],
    ['is what has ended last', { c: ended, b: { ...ended, endedAt: now }, a: ended }, 'b'],
    ['is the newest that runs, not what has ended unseen and runs again', { b: running, a: { ...ended, ...running } }, 'b'],
    ['is what runs, before a start that was prepared and failed', { b: running, a: { outcome: 'notStarted', stageAt: now } }, 'b'],
    ['is the latest, not what may be a running conversation', { b: seen, a: { ...running, outcome: 'mayHaveStarted' } }, 'b'],
    ['is what runs when the user has looked at the end', { b: seen, a: running }, 'a'],
    ['is what has ended again since', { b: running, a: { ...seen, endedAt: now + 1 } }, 'a'],
    ['is what is being sent, before what runs', { b: { outcome: 'sending' }, a: running }, 'b'],
    ['is what was just started, before what runs', { b: starting, a: running }, 'b'],
    ['is the latest, not what ran more than a day ago', { b: seen, a: { ...running, reportedAt: now - 24 * hour } }, 'b'],
    ['is not what the service no longer knows, once that was seen', { b: { ...running, unknownAt: now, endedAt: 1, lookedAt: 2 }, a: running }, 'a'],
    ['is what the service no longer knows', { b: running, a: { ...running, unknownAt: now, endedAt: now } }, 'a'],
    ['is what waits for the user, before what runs', { b: running, a: { ...ended, status: 'WAITING_FOR_CONFIRMATION' } }, 'a'],
    ['is what still waits once the user has looked at it, before what runs', { b: running, a: waits }, 'a'],
    ['is what has ended unseen, before what waits and was seen', { b: waits, a: ended }, 'a'],
    ['is what is being sent, before what waits and was seen', { b: { outcome: 'sending' }, a: waits }, 'b'],
    ['is what runs, if a report that another one waits is a day old', { b: running, a: { ...waits, reportedAt: 0 } }, 'b'],
    ['is what has finished and was put to sleep, until it was seen', { b: running, a: { ...ended, status: 'PAUSED' } }, 'a'],
    ['is what runs again, which has ended before', { b: { ...seen, status: 'FINISHED' }, a: { ...seen, ...running } }, 'a'],
    ['takes STOPPED in the answer to a start for no end', { b: { status: 'STOPPED' }, a: seen }, 'b'],
  ];
  for (const [title, given, expected] of rows) it(title, () => assert.equal(shown(given), expected));

  it('is one of no workspace in a window without one', () => {
    const given = [someConversation({ id: 'b', workspace: here }), someConversation({ id: 'a' })];
    assert.equal(conversationToShow(given, undefined, now)?.id, 'a');
  });
});

describe('the conversations started here that may run on a service', () => {
  const rows: readonly (readonly [string, Partial<Conversation>, number])[] = [
    ['one that runs', running, 1],
    ['one that starts', { ...running, status: 'STARTING' }, 1],
    ['one that was started and never asked for', { status: 'STOPPED' }, 1],
    ['none that was started more than a day ago and never asked for', { sentAt: now - 24 * hour }, 0],
    ['none that was not started', { outcome: 'notStarted' }, 0],
    ['one that is being prepared', { ...preparing, stageAt: now }, 1],
    ['none that rests', { ...running, status: 'IDLE' }, 0],
    ['none that the service does not know', { ...starting, unknownAt: now + 1, endedAt: now }, 0],
    ['one that is being sent', { outcome: 'sending' }, 1],
    ['none that has ended', ended, 0],
    ['none of another service', { ...running, baseUrl: 'http://h/team' }, 0],
    ['none that ran more than a day ago', { ...running, reportedAt: now - 24 * hour }, 0],
    ['one of another workspace', { ...running, workspace: 'file:///there' }, 1],
  ];
  for (const [title, more, expected] of rows)
    it(`are ${title}`, () => {
      const conversation = someConversation({ conversationId: 'a', sentAt: now, reportedAt: now, ...more });
      assert.equal(countPossiblyRunning([conversation], 'http://h', now), expected);
    });
});
