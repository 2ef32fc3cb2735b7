import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import type { Workbench } from '../host/workbench';
import type { Service } from '../service/service';
import type { Sheet } from './sheet';
import { sheetBench } from './sheetBench';

/** Milliseconds between two repeats of a key that is held down. */
const keyRepeat = 30;

/** Keeps the window from doing anything, as much work does. */
function standStill(milliseconds: number): void {
  const until = performance.now() + milliseconds;
  let isOver = false;
  while (!isOver) isOver = performance.now() > until;
}

describe('The Enter that opens the review sheet', () => {
  let workbench: Workbench;
  let sheet: Sheet;
  let service: Service;

  sheetBench({ isStory: true, isGuest: true }, (bench) => ({ workbench, sheet, service } = bench));

  const starts = () => service.requests.filter(({ operation }) => operation === 'startConversation').length;

  /** Selects the command in the palette, so that the next Enter opens the sheet. */
  async function selectCommand(): Promise<void> {
    const { page, patience, quickInput } = workbench;
    await page.keyboard.press('F1');
    await quickInput.fill('>Agent: Start Conversation...');
    await patience.until(
      'the command to be selected',
      () => quickInput.visibleRows(),
      (rows) => rows.some(({ focused, label }) => focused && label === 'Agent: Start Conversation...'),
    );
  }

  /** Repeats the key as often as a keyboard does, until that is done. */
  async function repeatEnterUntil(done: Promise<unknown>): Promise<void> {
    const released = new AbortController();
    const release = () => released.abort();
    done.then(release, release);
    while (!released.signal.aborted) {
      await workbench.quickInput.holdEnter();
      await delay(keyRepeat);
    }
    await workbench.quickInput.releaseEnter();
    await done;
  }

  /** Repeats the key while the window stands still, so that it handles all of the repeats afterwards. */
  async function repeatEnterWhileStandingStill(): Promise<void> {
    const standing = workbench.page.evaluate(standStill, keyRepeat * 50);
    const repeats: Promise<void>[] = [];
    while (repeats.length < 50) {
      repeats.push(workbench.quickInput.holdEnter());
      await delay(keyRepeat);
    }
    await Promise.all([standing, ...repeats]);
    await workbench.quickInput.releaseEnter();
  }

  it("doesn't start the draft that it brings back, however long it's held down", async () => {
    const { patience, quickInput } = workbench;
    await sheet.open();
    await quickInput.type('Half a thou');
    await quickInput.escape();
    await quickInput.waitForClosed();
    await selectCommand();
    let shownAt = Infinity;
    const shownLongEnough = patience.until(
      'the sheet, while Enter is held down',
      async () => {
        const state = await quickInput.state();
        if (state?.value === 'Half a thou') shownAt = Math.min(shownAt, performance.now());
        return [state, performance.now() - shownAt] as const;
      },
      ([, age]) => age > 1_500,
    );
    await repeatEnterUntil(shownLongEnough);
    await sheet.waitForMessage('Half a thou');
    assert.equal(starts(), 0);
  });

  it("doesn't start it if the window stands still before the key's first repeat", async () => {
    const { quickInput } = workbench;
    await quickInput.escape();
    await quickInput.waitForClosed();
    await selectCommand();
    await quickInput.holdEnter();
    await sheet.waitForMessage('Half a thou');
    await repeatEnterWhileStandingStill();
    await sheet.waitForMessage('Half a thou');
    assert.equal(starts(), 0);
  });

  it('starts it when it is pressed again', async () => {
    await workbench.quickInput.accept();
    await service.waitForRequest('startConversation');
    assert.equal(starts(), 1);
  });
});
