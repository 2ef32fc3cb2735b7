import assert from 'node:assert/strict';
import { PressGuard } from '../../../src/base/pressGuard';
import { FakeClock } from '../../support/clocks';

const heldKey = [500, ...Array.from({ length: 200 }, () => 33)];

describe('An Enter', () => {
  let clock: FakeClock;
  let guard: PressGuard;
  let acts: number;
  /** Stands for a report that the window sends before it has caught up. */
  let reportedLate: () => void;

  function windowCaughtUp(): Promise<void> {
    reportedLate();
    return Promise.resolve();
  }

  beforeEach(() => {
    clock = new FakeClock();
    guard = new PressGuard(windowCaughtUp, clock);
    acts = 0;
    reportedLate = () => undefined;
  });

  /** Presses Enter after each of the times, and returns how many of them have been acted on by then. */
  async function enterAfter(times: number | readonly number[], isOwn?: boolean): Promise<number> {
    const before = acts;
    for (const milliseconds of [times].flat()) {
      await clock.pass(milliseconds);
      guard.press(() => acts++, isOwn);
    }
    return acts - before;
  }

  for (const [milliseconds, expected] of [
    [0, 0],
    [700, 0],
    [701, 1],
  ] as const)
    it(`${expected === 1 ? 'acts' : "doesn't act"} ${milliseconds} ms after what it does was shown`, async () =>
      assert.equal(await enterAfter(milliseconds), expected));

  it("doesn't act while its key is held down, however long", async () => assert.equal(await enterAfter(heldKey), 0));

  it('acts after a held key, once no more follow', async () => {
    await enterAfter(heldKey);
    assert.equal(await enterAfter(701), 0, 'it may be held down');
    await clock.pass(700);
    assert.equal(acts, 1);
    assert.equal(await enterAfter(2_000), 1, 'what was held down is forgotten');
  });

  it("doesn't act when a window that stood still reports the repeats of a held key late", async () => {
    assert.equal(await enterAfter([...heldKey, 5_000, ...heldKey, 1_000, 1]), 0);
    await clock.pass(700);
    assert.equal(acts, 0);
  });

  it('acts after a held key when another one comes a pause later, although timers are late', async () => {
    guard = new PressGuard(windowCaughtUp, { now: clock.now, after: () => ({ dispose: () => undefined }) });
    await enterAfter(heldKey);
    assert.equal(await enterAfter([701, 701]), 1);
  });

  for (const [what, change] of [
    ['types', () => guard.noteOtherInput()],
    ['gets another question', () => guard.restart()],
    ['closes the input', () => guard.dispose()],
  ] as const)
    it(`doesn't act after a held key once the user ${what}`, async () => {
      await enterAfter([...heldKey, 1_000]);
      change();
      await clock.pass(5_000);
      assert.equal(acts, 0);
    });

  it("doesn't act on what was there before when the first repeat of a held key comes late", async () => {
    assert.equal(await enterAfter([1_000, 100, ...heldKey], false), 0);
    await clock.pass(5_000);
    assert.equal(acts, 0);
  });

  it("doesn't act on what was there before when the window reports late that its key is held down", async () => {
    await enterAfter(1_000, false);
    reportedLate = () => guard.press(() => acts++, false);
    await clock.pass(150);
    assert.equal(acts, 0);
  });

  it('acts on what was there before once no other Enter follows', async () => {
    assert.equal(await enterAfter(1_000, false), 0);
    await clock.pass(149);
    assert.equal(acts, 0);
    await clock.pass(1);
    assert.equal(acts, 1);
  });

  it('still acts on what was there before if something new is shown meanwhile, and the next one only after a pause', async () => {
    await enterAfter(1_000, false);
    guard.beginPause();
    await clock.pass(150);
    assert.equal(acts, 1);
    assert.equal(await enterAfter(500), 0);
  });

  it('acts once while its key is held down after that', async () => {
    assert.equal(await enterAfter(2_000), 1);
    assert.equal(await enterAfter(heldKey), 0);
  });

  it('acts at once on what was typed since', async () => {
    guard.noteOtherInput();
    assert.equal(await enterAfter(1), 1);
    assert.equal(await enterAfter(1), 0, 'it may be its repeat');
    guard.noteOtherInput();
    assert.equal(await enterAfter(1), 1);
  });

  it("doesn't act at once on what was there before, whatever was typed", async () => {
    guard.noteOtherInput();
    assert.equal(await enterAfter(100, false), 0);
    assert.equal(await enterAfter(700, false), 0, 'it may be its repeat');
    guard.noteOtherInput();
    assert.equal(await enterAfter(1, false), 1);
  });

  it('acts at once on what was typed before the extension heard that it is drawn', async () => {
    guard.noteOtherInput();
    guard.drawn();
    assert.equal(await enterAfter(1), 1);
  });

  for (const what of ['only now drawn', 'shown instead'])
    it(`doesn't act at once on what is ${what}`, async () => {
      await clock.pass(1_000);
      if (what === 'only now drawn') guard.drawn();
      else {
        guard.noteOtherInput();
        guard.restart();
      }
      assert.equal(await enterAfter(100), 0);
    });
});
