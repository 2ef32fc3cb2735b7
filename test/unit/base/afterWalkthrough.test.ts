import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { afterWalkthrough } from '../../../src/base/vscode/afterWalkthrough';

/** Delay until VS Code's walkthrough gives a step the focus, after the key is released, in milliseconds. */
const focusMoves = 250;

describe('a view opened from the walkthrough', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
  afterEach(() => mock.timers.reset());

  async function isOpen(given: unknown, after: number): Promise<boolean> {
    let open = false;
    void afterWalkthrough(given).then(() => (open = true));
    mock.timers.tick(after);
    await Promise.resolve().then(() => Promise.resolve());
    return open;
  }

  it('waits until the focus has moved, whether the key is released at once or held', async () => {
    assert.equal(await isOpen('walkthrough', focusMoves), false);
    assert.equal(await isOpen('walkthrough', focusMoves + 100), false);
    assert.equal(await isOpen('walkthrough', focusMoves + 200), true);
  });

  for (const given of [undefined, { id: 'one' }, 'another'])
    it(`opens at once when called from elsewhere: ${JSON.stringify(given)}`, async () =>
      assert.equal(await isOpen(given, 0), true));
});
