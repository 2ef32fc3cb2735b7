import assert from 'node:assert/strict';
import { PressGuard } from '../../../src/base/pressGuard';

describe('An Enter', () => {
  let now: number;
  let guard: PressGuard;

  beforeEach(() => {
    now = 10_000;
    guard = new PressGuard(() => now);
  });

  function enterAfter(milliseconds: number, isOwn?: boolean): boolean {
    now += milliseconds;
    return guard.accepts(isOwn);
  }

  for (const [milliseconds, acts] of [
    [0, false],
    [80, false],
    [250, false],
    [700, false],
    [701, true],
    [60_000, true],
  ] as const)
    it(`${acts ? 'acts' : "doesn't act"} ${milliseconds} ms after what it does was shown`, () =>
      assert.equal(enterAfter(milliseconds), acts));

  it("doesn't act while its key is held down, however long", () => {
    const repeats = [500, ...Array.from({ length: 200 }, () => 33)];
    assert.ok(repeats.every((milliseconds) => !enterAfter(milliseconds)));
    assert.equal(enterAfter(701), true);
  });

  it('acts once while its key is held down after that', () => {
    assert.equal(enterAfter(2_000), true);
    const repeats = [500, ...Array.from({ length: 200 }, () => 33)];
    assert.ok(repeats.every((milliseconds) => !enterAfter(milliseconds)));
  });

  it('acts at once on what was typed since', () => {
    guard.release();
    assert.equal(enterAfter(1), true);
    assert.equal(enterAfter(1), false, 'it may be its repeat');
    guard.release();
    assert.equal(enterAfter(1), true);
  });

  it("doesn't act at once on what was there before, whatever was typed", () => {
    guard.release();
    assert.equal(enterAfter(100, false), false);
    now += 700;
    assert.equal(enterAfter(-1, false), false, 'it may be its repeat');
    guard.release();
    assert.equal(enterAfter(0, false), true);
  });

  it('acts at once on what was typed before the extension heard that it is drawn', () => {
    guard.release();
    guard.drawn();
    assert.equal(enterAfter(1), true);
  });

  it("doesn't act at once on what is only now drawn", () => {
    now += 1_000;
    guard.drawn();
    assert.equal(enterAfter(100), false);
  });

  it("doesn't act at once on what is shown instead", () => {
    now += 1_000;
    guard.release();
    guard.restart();
    assert.equal(enterAfter(100), false);
  });
});
