import { writeFile, rm } from 'node:fs/promises';
import assert from 'node:assert/strict';
import path from 'node:path';
import type { Workbench } from '../host/workbench';
import { sheetBench } from './sheetBench';

const main = 'Agent: Start Conversation...';

describe('The palette, with changes in a repository and text selected in an editor,', () => {
  let workbench: Workbench;
  let changed: string;

  sheetBench({ isGuest: true, isStory: true }, (bench) => ({ workbench } = bench));

  before(async () => {
    const { explorer, folder, page, patience } = workbench;
    changed = path.join(folder!, 'src', 'plan.js');
    await writeFile(changed, 'const todoList = [];\n');
    await workbench.openContainer('Explorer');
    await explorer.open('README.md');
    await patience.act('select its text', () => page.keyboard.press('Control+A'));
    // As in a new profile: commands that were run would come first.
    await workbench.runCommand('Clear Command History');
    await workbench.dialog.click('Clear');
  });

  after(() => rm(changed));

  it('has the commands for what is open', async () => {
    const delegates = [
      'Agent: Delegate Changes to Agent',
      'Agent: Delegate File to Agent',
      'Agent: Delegate Selection to Agent',
    ];
    await workbench.patience.until(
      'the commands for what is open',
      () => workbench.commandTitles('Agent: Delegate'),
      (titles) => delegates.every((title) => titles.includes(title)),
    );
  });

  it('has no command on conversations while there is none', async () => {
    const about = ['Agent: Show Conversation Status', 'Agent: Review What Was Pushed...', 'Agent: Refresh Status'];
    const offered = await workbench.commandTitles('Agent: ');
    assert.ok(offered.includes(main), offered.join('\n'));
    assert.deepEqual(
      about.filter((title) => offered.includes(title)),
      [],
    );
  });

  it('has the main command first for "start"', async () => {
    const titles = await workbench.commandTitles('start');
    await workbench.screenshot('palette-start');
    assert.equal(titles[0], main, titles.join('\n'));
  });
});
