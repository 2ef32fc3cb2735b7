import assert from 'node:assert/strict';
import { RecentEnds } from '../../../src/conversations/recentEnds';

const minute = 60_000;

describe('ends of a conversation that the user is told of', () => {
  it('are few in an hour, however often its state goes back and forth', () => {
    let now = 1e12;
    const recent = new RecentEnds(() => now);
    let told = 0;
    for (let minutes = 0; minutes <= 600; minutes++, now += minute) if (recent.admits('flips')) told++;
    assert.equal(told, 10 * 3 + 1);
  });

  it('are all of them if it ends now and then, and those of other conversations', () => {
    let now = 1e12;
    const recent = new RecentEnds(() => now);
    for (let at = 0; at < 100; at++, now += 25 * minute) assert.ok(recent.admits('works'));
    for (let at = 0; at < 100; at++) assert.ok(recent.admits(`other ${at}`));
  });

  it('are told again after the clock was set back', () => {
    let now = 1e12;
    const recent = new RecentEnds(() => now);
    for (let at = 0; at < 10; at++) recent.admits('a');
    now -= 48 * 60 * minute;
    assert.ok(recent.admits('a'));
  });
});
