import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { mock } from 'node:test';
import { everyMinute, pauseAfter, pauseFor } from '../../../src/base/clock';
import { FakeClock } from '../../support/clocks';

describe('a pause', () => {
  const second = 1000;

  it('ends after its time, and no sooner', async () => {
    const clock = new FakeClock();
    const { signal } = new AbortController();
    let ended = false;
    const pause = pauseFor(5 * second, clock, signal).then(() => (ended = true));
    await clock.pass(5 * second - 1);
    assert.equal(ended, false);
    await clock.pass(1);
    assert.equal(await pause, true);
    assert.equal(getEventListeners(signal, 'abort').length, 0);
  });

  for (const when of ['before', 'while'])
    it(`ends at once if it's canceled ${when} it waits, and leaves no timer`, async () => {
      const clock = new FakeClock();
      const abort = new AbortController();
      if (when === 'before') abort.abort();
      const pause = pauseFor(5 * second, clock, abort.signal);
      abort.abort();
      await pause;
      assert.equal(clock.timers, 0);
    });

  it('is twice as long after each failure, up to a limit, unless the service asks for a longer one', () => {
    const pauses = { first: 2 * second, longest: 7 * second };
    assert.deepEqual(
      [1, 2, 3, 30].map((failures) => pauseAfter(failures, pauses)),
      [2, 4, 7, 7].map((seconds) => seconds * second),
    );
    assert.deepEqual(
      [1, 5, 3600, 3601].map((asked) => pauseAfter(1, pauses, asked)),
      [2, 5, 3600, 3600].map((seconds) => seconds * second),
    );
  });
});

describe('what is done every minute', () => {
  it('is done after each, and not before, until it ends', () => {
    mock.timers.enable({ apis: ['setInterval'] });
    try {
      let times = 0;
      const going = everyMinute(() => times++);
      mock.timers.tick(59_999);
      assert.equal(times, 0);
      mock.timers.tick(60_001);
      assert.equal(times, 2);
      going.dispose();
      mock.timers.tick(60_000);
      assert.equal(times, 2);
    } finally {
      mock.timers.reset();
    }
  });
});
