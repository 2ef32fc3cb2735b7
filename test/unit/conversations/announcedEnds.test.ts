import assert from 'node:assert/strict';
import type { Conversation } from '../../../src/conversations/conversation';
import { endState } from '../../../src/conversations/reportedStatus';
import { Day, hour, minute, second, Window } from '../../support/followedDay';
import { someConversation } from '../../support/someConversation';

describe('following conversations until they end', () => {
  let day: Day;
  let window: Window;

  beforeEach(() => {
    day = new Day();
    window = new Window(day);
    day.focus(window);
  });

  afterEach(() => window.follower.dispose());

  it('announces together what had ended before it was first asked for, and others as they end', async () => {
    for (const id of ['a', 'b', 'c', 'd']) {
      day.states.set(id, id === 'd' ? 'RUNNING' : 'ERROR');
      day.start(id, { status: 'RUNNING' });
    }
    await day.pass(2 * minute);
    day.states.set('d', 'STOPPED');
    await day.pass(minute);
    assert.deepEqual(day.announced, [['c first', 'b first', 'a first'], ['d']]);
  });

  it('announces what is known when the window loses the focus, or closes', async () => {
    window.latency = second;
    for (const leave of [() => day.focus(), () => window.follower.dispose()]) {
      day.focus(window);
      for (const id of ['a', 'b'].map((each) => `${each} ${day.announced.length}`)) {
        day.states.set(id, 'ERROR');
        day.start(id);
      }
      await day.pass(4.5 * second);
      leave();
      await day.pass(minute);
    }
    assert.deepEqual(day.announced, [
      ['b 0 first', 'a 0 first'],
      ['b 1 first', 'a 1 first'],
    ]);
  });

  it('asks once for a conversation that several starts have led to, and announces its end once', async () => {
    day.start('a', { conversationId: 'one' });
    await day.pass(5 * second);
    day.start('b', { conversationId: 'one' });
    day.states.set('b', 'RUNNING');
    await day.pass(5 * second);
    day.states.set('b', 'STOPPED');
    await day.pass(hour);
    assert.deepEqual([day.timesOf('a'), day.timesOf('b'), day.announced, day.ended], [[3], [8, 38], [['b']], ['b']]);
    assert.deepEqual(
      day.conversations.map(({ status, endedAt }) => [status, endedAt === undefined]),
      [
        ['STOPPED', false],
        ['STOPPED', false],
      ],
    );
  });

  it('hands out what each end means', () => {
    const at = day.clock.now();
    const of = (more: Partial<Conversation>) => endState(someConversation({ sentAt: at, ...more }));
    assert.deepEqual(
      ['FINISHED', 'STOPPED', 'AGENT_ERROR', 'IDLE', 'of its own'].map((status) => of({ status, endedAt: at })),
      ['ended', 'ended', 'waiting', 'waiting', 'ended'],
    );
    assert.equal(of({ status: 'IDLE', endedAt: at, unknownAt: at }), 'unknown');
  });
});
