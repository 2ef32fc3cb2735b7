import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { afterWalkthrough } from '../../../src/base/vscode/afterWalkthrough';

/** When VS Code's walkthrough gives a step the focus, after the key was let go, in milliseconds. */
const focusMoves = 250;

describe('what opens from the walkthrough', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
  afterEach(() => mock.timers.reset());

  async function isOpen(given: unknown, after: number): Promise<boolean> {
    let open = false;
    void afterWalkthrough(given).then(() => (open = true));
    mock.timers.tick(after);
    await Promise.resolve().then(() => Promise.resolve());
    return open;
  }

  it('waits until the focus has moved, for a key that is let go at once and for one that is held', async () => {
    assert.equal(await isOpen('walkthrough', focusMoves), false);
    assert.equal(await isOpen('walkthrough', focusMoves + 100), false);
    assert.equal(await isOpen('walkthrough', focusMoves + 200), true);
  });

  for (const given of [undefined, { id: 'one' }, 'another'])
    it(`opens at once when it was called from elsewhere: ${JSON.stringify(given)}`, async () => {
      assert.equal(await isOpen(given, 0), true);
    });
});
