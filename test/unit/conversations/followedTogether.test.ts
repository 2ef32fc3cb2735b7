import assert from 'node:assert/strict';
import { Day, minute, second, Window } from '../../support/followedDay';

describe('following conversations of a service that can be asked for several at once', () => {
  let day: Day;
  let window: Window;

  beforeEach(() => {
    day = new Day();
    day.statesAtOnce = 50;
    window = new Window(day);
    day.focus(window);
  });

  afterEach(async () => {
    window.follower.dispose();
    await day.pass(minute);
    assert.equal(day.clock.timers, 0, 'a timer is left');
  });

  const run = (count: number, more = {}) => {
    for (let index = 0; index < count; index++) {
      day.states.set(`c${index}`, 'RUNNING');
      day.start(`c${index}`, { status: 'RUNNING', ...more });
    }
  };

  it('asks for all of them in one request', async () => {
    run(5);
    await day.pass(minute + second);
    assert.deepEqual(
      day.requests.map((ids) => [...ids].sort()),
      Array.from({ length: 2 }, () => ['c0', 'c1', 'c2', 'c3', 'c4']),
    );
    assert.deepEqual(day.timesOf('c0'), [30, 60]);
  });

  it('asks for more than fit into a request in the next one', async () => {
    run(120);
    await day.pass(31 * second);
    const lengths = day.requests.map(({ length }) => length);
    assert.deepEqual(lengths, [50, 50, 20]);
    assert.equal(new Set(day.requests.flat()).size, 120);
  });

  it('asks with one that is due for those that soon are, and for no others', async () => {
    run(1);
    await day.pass(20 * second);
    day.states.set('late', 'RUNNING');
    day.start('late', { status: 'RUNNING' });
    await day.pass(2 * minute);
    assert.deepEqual(day.timesOf('c0'), [30, 50, 80, 110, 140]);
    assert.deepEqual(day.timesOf('late'), [50, 80, 110, 140]);
    assert.equal(day.requests.length, 5);
  });

  it('asks no more often for one that runs than every 15 seconds while another one starts', async () => {
    run(1);
    day.start('starting');
    await day.pass(10 * minute);
    const times = day.timesOf('c0');
    times.slice(1).forEach((at, index) => assert.ok(at - times[index]! >= 15, `${at} after ${times[index]}`));
    assert.equal(day.requests.length, 200, 'none for that one alone');
  });

  it('waits after a failure as the service asks for, and then asks for all again', async () => {
    run(5);
    for (const id of day.states.keys()) day.states.set(id, { retryAfterSeconds: 600 });
    await day.pass(31 * second);
    for (const id of day.states.keys()) day.states.set(id, 'RUNNING');
    await day.pass(10 * minute);
    assert.deepEqual(day.timesOf('c1'), [30, 630]);
    const lengths = day.requests.map(({ length }) => length);
    assert.deepEqual(lengths, [5, 5]);
  });
});
