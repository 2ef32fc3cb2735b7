import assert from 'node:assert/strict';
import { setTimeout as timer } from 'node:timers/promises';
import { startReviewed } from '../../src/start/vscode/reviewedStart';
import { DrivenWindow } from '../support/drivenWindow';
import { until } from '../support/openSheets';
import { StartBench } from '../support/startBench';

describe('A review sheet that opens', () => {
  let bench: StartBench;
  let window: DrivenWindow;
  let asked: PromiseWithResolvers<void>;
  let isAsked: boolean;
  let reviewing: Promise<unknown>;

  beforeEach(async () => {
    bench = await StartBench.open();
    window = new DrivenWindow();
    asked = Promise.withResolvers();
    isAsked = false;
    const { workspace } = bench.ports;
    const select = workspace.selectRepository.bind(workspace);
    const selectRepository = () => {
      isAsked = true;
      asked.resolve();
      return select();
    };
    Object.assign(workspace, { selectRepository });
    const shown = window.next();
    reviewing = startReviewed(bench.drafts.begin(), bench.ports);
    await shown;
  });

  afterEach(async () => {
    bench.openSheet.clear();
    await reviewing;
    window.dispose();
    await bench.dispose();
  });

  it('is there before Git is asked, and asks then', async () => {
    assert.equal(isAsked, false);
    await asked.promise;
  });

  it("doesn't start what was typed after an Enter that came before Git's answer", async () => {
    const { pick } = window;
    pick?.choose('start');
    pick?.type('Not finis');
    await until(() => pick?.busy === false);
    assert.equal(pick?.isShown, true);
  });

  it('asks nothing if it closes at once', async () => {
    bench.openSheet.clear();
    await reviewing;
    // Timers of one length end in order: the sheet would ask at its second one.
    for (let turn = 0; turn < 3; turn++) await timer();
    assert.equal(isAsked, false);
  });
});
