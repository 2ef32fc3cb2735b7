import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { showInputBox } from '../../src/base/vscode/quickInputs';
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

  for (const row of ['field repository', 'more'])
    it(`leads from a list back to the sheet that opened it: ${row}`, async () => {
      const list = await next(() => sheet.choose(row));
      assert.notEqual(list.title, sheet.title);
      const again = await next(() => list.goBack());
      assert.deepEqual([again.title, again.value], [sheet.title, 'Fix it']);
    });

  it('is in a box that is opened from a list of the sheet, too, and in nothing that was opened elsewhere', async () => {
    const seen: (readonly vscode.QuickInputButton[])[] = [];
    window.typed = (_, { buttons }) => void seen.push(buttons);
    const list = await next(() => sheet.choose('field repository'));
    await next(() => list.choose('Enter Repository...'));
    await showInputBox({});
    assert.deepEqual(seen, [[vscode.QuickInputButtons.Back], []]);
  });
});
