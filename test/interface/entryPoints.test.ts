import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { chooseFromOpenMenu } from '../host/contextMenu';
import type { Workbench } from '../host/workbench';
import type { Service } from '../service/service';
import type { Sheet } from './sheet';
import { sheetBench } from './sheetBench';

const main = 'Agent: Start Conversation...';

describe('From where you are,', () => {
  let service: Service;
  let workbench: Workbench;
  let sheet: Sheet;

  sheetBench({ isGuest: true }, (bench) => ({ service, workbench, sheet } = bench));

  async function showFiles(): Promise<void> {
    await workbench.openContainer('Explorer');
    await workbench.explorer.expand('src');
    await workbench.patience.act('wait for its files', () => workbench.explorer.row('hello.js').waitFor());
  }

  it('the palette has the commands for what is open, and the main one first', async () => {
    const { explorer, folder, page, patience } = workbench;
    const changed = path.join(folder!, 'src', 'plan.js');
    await writeFile(changed, 'const todoList = [];\n');
    await workbench.openContainer('Explorer');
    await explorer.open('README.md');
    await patience.act('select its text', () => page.keyboard.press('Control+A'));
    // As in a new profile: commands that were run would come first.
    await workbench.runCommand('Clear Command History');
    await workbench.dialog.click('Clear');
    const delegates = ['Changes', 'File', 'Selection'].map((what) => `Agent: Delegate ${what} to Agent`);
    await patience.until(
      'the commands for what is open',
      () => workbench.commandTitles('Agent: Delegate'),
      (titles) => delegates.every((title) => titles.includes(title)),
    );
    const titles = await workbench.commandTitles('start');
    await workbench.screenshot('palette-start');
    assert.equal(titles[0], main, titles.join('\n'));
    await rm(changed);
  });

  it('a selection becomes a row, and exactly its message is sent', async () => {
    await showFiles();
    await workbench.explorer.open('hello.js');
    for (let line = 0; line < 3; line++) await workbench.page.keyboard.press('Shift+ArrowDown');
    await workbench.runCommand('Agent: Delegate Selection to Agent');
    await sheet.waitForRow('In the message: selection src/hello.js:1-3 (');
    await workbench.screenshot('entry-selection');
    assert.deepEqual(await sheet.send('Explain it', service), {
      repository: 'octocat/Hello-World',
      git_provider: 'github',
      selected_branch: 'main',
      initial_user_msg:
        'Explain it\n\nSelected in `src/hello.js:1-3`:\n\n' +
        '```javascript\nfunction greet(name) {\n  return `Hello, ${name}!`;\n}\n```',
    });
  });

  it('files of the Explorer are attached from their context menu, and a row removes one again', async () => {
    const { explorer, page, patience } = workbench;
    await showFiles();
    await patience.act('choose two files', async () => {
      await explorer.row('hello.js').click();
      await explorer.row('README.md').click({ modifiers: ['ControlOrMeta'] });
      await explorer.row('README.md').click({ button: 'right' });
    });
    await patience.act('wait for the menu', () => page.locator('.monaco-menu').waitFor());
    await workbench.screenshot('entry-explorer');
    await patience.act('choose the entry', () => chooseFromOpenMenu(page, 'Start Conversation with File'));
    await sheet.waitForRow('In the message: file src/hello.js (');
    await sheet.waitForRow('In the message: file README.md (');
    // Its rows move when it learns of the repository.
    await sheet.waitForRow('Repository: octocat/');
    await sheet.choose('In the message: file README.md (');
    await workbench.quickInput.pick('Remove from Message');
    await sheet.waitForNoRow('In the message: file README.md');
    const since = service.requests.length;
    await sheet.start();
    const { body } = await service.waitForRequest('startConversation', { since });
    assert.match(
      (body as { initial_user_msg: string }).initial_user_msg,
      /^The file `src\/hello\.js`:\n\n```javascript\nfunction greet[^]*\n```$/,
    );
  });

  // The palette would close the question first, and the sheet would come back.
  it("a file of the Explorer takes the place of a sheet's question, and is there when the sheet is opened again", async () => {
    const { explorer, page, patience, quickInput } = workbench;
    const attachment = 'In the message: file README.md (';
    await workbench.openContainer('Explorer');
    await sheet.open();
    await quickInput.fill('Half a thought');
    await sheet.choose('Branch: main');
    await quickInput.waitForTitle('Branch');
    await patience.act('open the context menu', () => explorer.row('README.md').click({ button: 'right' }));
    await patience.act('choose the entry', () => chooseFromOpenMenu(page, 'Start Conversation with File'));
    await quickInput.waitForTitle(/^Start Conversation/);
    for (const isReopened of [false, true]) {
      if (isReopened) await sheet.open();
      await sheet.waitForRow(attachment);
      await sheet.waitForMessage('Half a thought');
      await quickInput.escape();
      await quickInput.waitForClosed();
    }
  });
});
