import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import type { Workbench } from '../host/workbench';
import type { Service } from '../service/service';
import type { Sheet } from './sheet';
import { sheetBench } from './sheetBench';

/** Milliseconds between two repeats of a key that is held down. */
const keyRepeat = 30;

describe('The Enter that opens the review sheet', () => {
  let workbench: Workbench;
  let sheet: Sheet;
  let service: Service;

  sheetBench({ isStory: true, isGuest: true }, (bench) => ({ workbench, sheet, service } = bench));

  const starts = () => service.requests.filter(({ operation }) => operation === 'startConversation').length;

  it("doesn't start the draft that it brings back, however long it's held down", async () => {
    const { page, patience, quickInput } = workbench;
    await sheet.open();
    await quickInput.type('Half a thou');
    await quickInput.escape();
    await quickInput.waitForClosed();
    await page.keyboard.press('F1');
    await quickInput.fill('>Agent: Start Conversation...');
    await patience.until(
      'the command to be selected',
      () => quickInput.visibleRows(),
      (rows) => rows.some(({ focused, label }) => focused && label === 'Agent: Start Conversation...'),
    );
    let shownAt = Infinity;
    const released = new AbortController();
    // As often as a keyboard repeats a key, however long it takes to look at the window meanwhile.
    const holding = (async () => {
      while (!released.signal.aborted) {
        await quickInput.holdEnter();
        await delay(keyRepeat);
      }
    })();
    try {
      await patience.until(
        'the sheet, while Enter is held down',
        async () => {
          const state = await quickInput.state();
          if (state?.value === 'Half a thou') shownAt = Math.min(shownAt, performance.now());
          return [state, performance.now() - shownAt] as const;
        },
        ([, age]) => age > 1_500,
      );
    } finally {
      released.abort();
      await holding;
      await quickInput.releaseEnter();
    }
    await sheet.waitForMessage('Half a thou');
    assert.equal(starts(), 0);
  });

  it('starts it when it is pressed again', async () => {
    await workbench.quickInput.accept();
    await service.waitForRequest('startConversation');
    assert.equal(starts(), 1);
  });
});
