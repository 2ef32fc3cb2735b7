import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { runStartCommand } from '../../src/start/vscode/startCommands';
import { DrivenWindow, type DrivenPick } from '../support/drivenWindow';
import { StartBench } from '../support/startBench';

describe('The Back button', () => {
  let bench: StartBench;
  let window: DrivenWindow;
  let sheet: DrivenPick;

  beforeEach(async () => {
    bench = await StartBench.open();
    window = new DrivenWindow();
    const shown = window.next();
    void runStartCommand(undefined, bench.ports);
    sheet = await shown;
    sheet.type('Fix it');
  });

  afterEach(async () => {
    bench.openSheet.clear();
    window.dispose();
    await bench.dispose();
  });

  async function next(act: () => void): Promise<DrivenPick> {
    const shown = window.next();
    act();
    return shown;
  }

  it('leads from "More Options" back to the sheet', async () => {
    const list = await next(() => sheet.choose('more'));
    assert.notEqual(list.title, sheet.title);
    assert.equal((list as unknown as vscode.QuickPick<vscode.QuickPickItem>).ignoreFocusOut, true);
    const again = await next(() => list.goBack());
    assert.deepEqual([again.title, again.value], [sheet.title, 'Fix it']);
  });
});
