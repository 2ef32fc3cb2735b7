import assert from 'node:assert/strict';
import type { Conversation } from '../../../src/conversations/conversation';
import { followedFor, Follower, longestPause } from '../../../src/conversations/follower';
import { startsWithin } from '../../../src/conversations/reportedStatus';
import { FakeClock } from '../../support/clocks';
import { Day, hour, minute, second, there, here, Window } from '../../support/followedDay';
import { someConversation } from '../../support/someConversation';

describe('following the status of conversations', () => {
  let day: Day;
  let window: Window;

  beforeEach(() => {
    day = new Day();
    window = new Window(day);
    day.focus(window);
  });

  afterEach(async () => {
    for (const { follower } of day.windows) follower.dispose();
    // Answers that are on their way.
    await day.pass(minute);
    assert.equal(day.clock.timers, 0, 'a timer is left');
  });

  it('asks every 3 seconds while it starts, and every 30 after that, until it has ended', async () => {
    day.start('a');
    await day.pass(10 * second);
    assert.deepEqual(day.timesOf('a'), [3, 6, 9]);
    day.states.set('a', 'RUNNING');
    await day.pass(100 * second);
    assert.deepEqual(day.timesOf('a').slice(3), [12, 42, 72, 102]);
    day.states.set('a', 'STOPPED');
    await day.pass(hour);
    assert.deepEqual(day.timesOf('a').slice(7), [132]);
  });

  for (const end of ['STOPPED', 'ERROR', 'ARCHIVED', 'unknown'])
    it(`asks no more for what is known to have ended: ${end}`, async () => {
      day.states.set('a', end);
      day.start('a');
      await day.pass(hour);
      assert.deepEqual(day.timesOf('a'), [3]);
    });

  it('does not take STOPPED in the answer to the start for an end, and asks until it starts', async () => {
    day.states.set('a', 'STOPPED');
    day.start('a', { status: 'STOPPED' });
    await day.pass(7 * second);
    day.states.set('a', 'RUNNING');
    await day.pass(minute);
    assert.deepEqual(day.timesOf('a'), [3, 6, 9, 39]);
  });

  it('asks every 30 seconds for what has been starting for more than 15 minutes', async () => {
    day.start('a');
    await day.pass(startsWithin + 5 * minute);
    const times = day.timesOf('a');
    assert.equal(times.filter((at) => at <= 15 * 60).length, 300);
    assert.deepEqual(times.slice(300, 303), [930, 960, 990]);
    assert.equal(times.length, 310);
  });

  it('asks a bounded number of times in a day', async function () {
    day.start('a');
    await day.pass(minute);
    day.states.set('a', 'RUNNING');
    await day.pass(2 * followedFor);
    const { length } = day.questions;
    this.test!.title += ` (${length} in two days of focus)`;
    assert.ok(length > 2800 && length <= 20 + (24 * 60 - 1) * 2 + 1, String(length));
    assert.ok((day.timesOf('a').at(-1) ?? 0) < followedFor / second);
  });

  it('asks nothing without the focus, and at once when it comes back, for each that is due', async () => {
    day.states.set('b', 'RUNNING');
    day.start('a');
    day.start('b');
    await day.pass(4 * second);
    day.focus();
    const before = day.questions.length;
    await day.pass(8 * hour);
    assert.equal(day.questions.length, before);
    day.focus(window);
    await day.pass(0);
    assert.deepEqual(
      day.questions.slice(before),
      ['b', 'a'].map((id) => [id, 8 * 60 * 60 + 4]),
    );
  });

  it('asks no more often when the focus comes and goes', async () => {
    day.states.set('a', 'RUNNING');
    day.start('a', { status: 'RUNNING' });
    for (let time = 0; time < 600; time++) {
      day.focus(time % 2 === 0 ? undefined : window);
      await day.pass(100);
    }
    assert.ok(day.questions.length <= 2, String(day.questions));
  });

  it('takes an answer that comes without the focus, and asks nothing more', async () => {
    window.latency = 5 * second;
    day.states.set('a', 'RUNNING');
    day.start('a');
    await day.pass(4 * second);
    day.focus();
    await day.pass(hour);
    assert.deepEqual([day.timesOf('a'), day.conversations[0]?.status], [[3], 'RUNNING']);
  });

  it('asks once after a sleep', async () => {
    for (const id of ['a', 'b']) {
      day.states.set(id, 'RUNNING');
      day.start(id);
    }
    await day.pass(10 * second);
    const before = day.questions.length;
    day.clock.sleep(9 * hour);
    await day.pass(30 * second);
    assert.deepEqual(
      day.questions.slice(before).map(([id]) => id),
      ['b', 'a'],
    );
    await day.pass(30 * second);
    assert.equal(day.questions.length, before + 4);
  });

  it('goes on when the clock is set back', async () => {
    day.states.set('a', 'RUNNING');
    day.start('a');
    await day.pass(5 * second);
    day.clock.sleep(-3 * hour);
    await day.pass(70 * second);
    assert.deepEqual(day.timesOf('a').length, 3);
  });

  describe('when it fails', () => {
    it('waits twice as long each time, and no longer than five minutes', async () => {
      day.states.set('a', {});
      day.start('a', { status: 'RUNNING' });
      await day.pass(30 * minute);
      const waits = day.timesOf('a').map((at, index, all) => at - (all[index - 1] ?? 0));
      assert.deepEqual(waits.slice(0, 7), [30, 60, 120, 240, 300, 300, 300]);
    });

    it('asks as before when the service is there again', async () => {
      day.states.set('a', {});
      day.start('a', { status: 'RUNNING' });
      await day.pass(10 * minute);
      day.states.set('a', 'RUNNING');
      const before = day.questions.length;
      await day.pass(longestPause + 2 * minute);
      const times = day.timesOf('a').slice(before);
      assert.ok(times[0]! <= 10 * 60 + longestPause / second);
      assert.deepEqual([times[1]! - times[0]!, times[2]! - times[1]!], [30, 30]);
      const last = day.timesOf('a').at(-1)!;
      day.states.set('a', {});
      await day.pass(2 * minute);
      const [failed, again] = day.timesOf('a').filter((at) => at > last);
      assert.equal(again! - failed!, 60, 'what failed before is forgotten');
    });

    it('asks a service that is down for one conversation at a time', async () => {
      for (const id of ['a', 'b', 'c', 'd', 'e']) {
        day.states.set(id, {});
        day.start(id, { status: 'RUNNING' });
      }
      await day.pass(hour);
      assert.ok(day.questions.length <= 4 + 12, String(day.questions.length));
    });

    for (const [seconds, expected] of [
      [7, [3, 10]],
      [0, [3, 9]],
      [999_999_999, [3, 3603]],
    ] as const)
      it(`waits for as long as the service asks for, if that is longer, and up to an hour: ${seconds} seconds`, async () => {
        day.states.set('a', { retryAfterSeconds: seconds });
        day.start('a');
        await day.pass(4 * second);
        day.states.set('a', 'RUNNING');
        await day.pass(hour + minute);
        assert.deepEqual(day.timesOf('a').slice(0, 2), expected);
      });

    it('keeps waiting through changes of focus and of the history', async () => {
      day.states.set('a', { retryAfterSeconds: 120 });
      day.start('a');
      await day.pass(4 * second);
      for (let time = 0; time < 50; time++) {
        day.focus(time % 2 === 0 ? undefined : window);
        day.start(`other ${time}`, { outcome: 'notStarted' });
        await day.pass(second);
      }
      assert.deepEqual(day.questions, [['a', 3]]);
    });

    it('asks at once when there is a new key for the service, and pauses shortly again if that fails', async () => {
      day.states.set('a', {});
      day.start('a', { status: 'RUNNING' });
      await day.pass(451 * second);
      assert.equal(day.timesOf('a').at(-1), 450);
      const before = day.questions.length;
      window.follower.retry(there);
      await day.pass(second);
      assert.equal(day.questions.length, before, 'the key of another service');
      window.follower.retry(here);
      await day.pass(minute);
      assert.deepEqual(
        day.timesOf('a').filter((at) => at > 450),
        [452, 512],
      );
    });

    it('asks one question at a time, also when a new key comes while it waits for an answer', async () => {
      window.latency = 10 * second;
      day.start('a');
      await day.pass(4 * second);
      window.follower.retry(here);
      await day.pass(8 * second);
      assert.deepEqual(day.timesOf('a'), [3]);
    });

    it('asks again at once, without a pause, when a new key came before the question failed', async () => {
      window.latency = 10 * second;
      day.states.set('a', { retryAfterSeconds: 3600 });
      day.start('a', { status: 'RUNNING' });
      await day.pass(31 * second);
      window.follower.retry(here);
      await day.pass(minute);
      assert.deepEqual(day.timesOf('a'), [30, 40]);
    });

    it('lets others go on', async () => {
      day.followed.add(there);
      day.states.set('a', { retryAfterSeconds: 3600 });
      day.states.set('b', 'RUNNING');
      day.start('a');
      day.start('b', { baseUrl: there, status: 'RUNNING' });
      await day.pass(minute + second);
      assert.deepEqual([day.timesOf('a'), day.timesOf('b')], [[3], [30, 60]]);
    });

    it('keeps asking for an older conversation while a newer one of its service always fails', async () => {
      day.states.set('a', 'RUNNING');
      day.states.set('b', {});
      day.start('a', { status: 'RUNNING' });
      day.start('b');
      await day.pass(hour);
      assert.ok(day.timesOf('a').length > 5, day.timesOf('a').join());
    });

    it('asks a service that cannot be asked no more, for none of its conversations', async () => {
      day.states.set('a', 'not offered');
      day.states.set('b', 'not offered');
      day.start('a');
      day.start('b');
      await day.pass(hour);
      assert.deepEqual(day.questions, [['b', 3]]);
      day.followed.add(here);
      day.states.set('a', 'STOPPED');
      day.states.set('b', 'STOPPED');
      day.look();
      await day.pass(hour);
      assert.deepEqual(
        day.questions
          .slice(1)
          .map(([id]) => id)
          .sort(),
        ['a', 'b'],
      );
    });
  });

  it('asks one question of a service at a time', async () => {
    window.latency = 10 * second;
    for (const id of ['a', 'b']) day.start(id);
    for (let time = 0; time < 25; time++) {
      await day.pass(second);
      day.look();
    }
    assert.deepEqual(day.questions, [
      ['b', 3],
      ['a', 13],
      ['b', 23],
    ]);
  });

  it('asks for one that was continued in the last day, however old it is', async () => {
    const now = day.clock.now();
    day.start('a', { sentAt: now - 3 * followedFor, sendingAt: now, status: 'RUNNING' });
    await day.pass(2 * followedFor);
    const times = day.timesOf('a');
    assert.ok(times.length > 0 && (times.at(-1) ?? 0) < followedFor / second, String(times.at(-1)));
  });

  const others: readonly (readonly [string, Partial<Conversation>])[] = [
    ['of a service that is not followed', { baseUrl: there }],
    ['that was not started', { outcome: 'notStarted' }],
    ['that may have started', { outcome: 'mayHaveStarted', conversationId: undefined as never }],
    ['that has ended', { status: 'STOPPED', endedAt: 1 }],
    ['that its service did not know', { unknownAt: Number.MAX_SAFE_INTEGER, endedAt: 1 }],
    ['that was started more than a day ago', { sentAt: new FakeClock().now() - followedFor }],
  ];
  for (const [what, more] of others)
    it(`asks nothing for one ${what}`, async () => {
      day.start('a', more);
      await day.pass(hour);
      assert.deepEqual([day.questions, day.clock.timers], [[], 0]);
    });

  for (const [what, end] of [
    ['was removed from the list', () => (day.conversations = [])],
    ['is not followed any longer', () => day.followed.clear()],
  ] as const)
    it(`asks nothing more for what ${what}`, async () => {
      day.start('a');
      await day.pass(4 * second);
      end();
      await day.pass(hour);
      assert.deepEqual(day.timesOf('a'), [3]);
    });

  it('asks nothing after its end, whatever comes', async () => {
    window.latency = second;
    day.start('a');
    await day.pass(3 * second);
    window.follower.dispose();
    await day.pass(hour);
    day.look();
    await day.pass(hour);
    assert.deepEqual(day.timesOf('a'), [3]);
  });

  it('counts what another window has heard', async () => {
    day.states.set('a', 'RUNNING');
    day.start('a', { status: 'RUNNING' });
    await day.pass(20 * second);
    void day.change('a', { reportedAt: day.clock.now() });
    await day.pass(31 * second);
    assert.deepEqual(day.timesOf('a'), [50]);
  });

  it('reports an error of its own, and asks again after pauses, at first as often as for what starts', async () => {
    const errors: unknown[] = [];
    const asked: number[] = [];
    const conversation = someConversation({ conversationId: 'a', sentAt: day.clock.now() });
    const follower = new Follower({
      now: day.clock.now,
      after: day.clock.after,
      conversations: () => [conversation],
      ask: () => {
        asked.push(day.seconds);
        return Promise.reject(new Error('lost'));
      },
      announce: () => assert.fail('nothing has ended'),
      onError: (error) => errors.push(error),
    });
    follower.look();
    await day.pass(minute);
    follower.dispose();
    assert.deepEqual([asked, errors.length], [[0, 6, 18, 42], 4]);
  });
});
