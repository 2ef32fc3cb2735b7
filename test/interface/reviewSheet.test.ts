import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Workbench } from '../host/workbench';
import { answers } from '../service/faults';
import type { Service } from '../service/service';
import { findInFiles } from '../support/findInFiles';
import { png } from '../support/images';
import { slow } from '../support/tags';
import type { Sheet } from './sheet';
import { sheetBench } from './sheetBench';
import { sheetFields } from './sheetFields';

const red = png([255, 0, 0], 64);
const blue = png([0, 0, 255], 64);
const place = { repository: 'octocat/Hello-World', git_provider: 'github', selected_branch: 'main' };
const pasting = slow('editor/images shows the same, from a clipboard that is a fake.');
const startThis = 'Start from This Draft...';
const lens = 'Start in octocat/Hello-World on main...';
const hostile =
  'No.\n[Log in](command:workbench.action.quit) <a href="https://evil.example">here</a>, https://evil.example $(bug) \u202egnp';

describe('The review sheet', () => {
  let service: Service;
  let workbench: Workbench;
  let sheet: Sheet;

  sheetBench({ isGuest: true }, (bench) => ({ service, workbench, sheet } = bench));

  /** Waits for these tabs; newer versions omit file extensions. */
  const untilTabs = (...labels: string[]) =>
    workbench.editor.waitForTabs(
      `the tabs ${labels.join(', ')}`,
      (tabs) => tabs.map((label) => label.replace(/\.md$/, '')).join() === labels.join(),
    );

  /**
   * Waits until a message is saved: the browser host saves automatically after a second, and a reload ends its host at
   * once.
   */
  async function untilOnDisk(message: string): Promise<void> {
    await workbench.patience.until(
      'the message on disk',
      async () => {
        const files = await findInFiles(workbench.server.dataFolder, message);
        const found = files.filter((file) => file.endsWith('Agent message.md'));
        return Promise.all(found.map((file) => readFile(path.join(workbench.server.dataFolder, file), 'utf8')));
      },
      (texts) => texts.includes(message),
    );
  }

  it('keeps "Start" first and selected while you type', async () => {
    await sheet.open();
    for (const text of ['Branch', 'repo', 'octocat', 'g', 'Start']) {
      await workbench.quickInput.fill(text);
      await sheet.waitForMessage(text);
      const rows = await workbench.quickInput.rows();
      assert.deepEqual(
        rows.map(({ icon }) => icon),
        ['play', 'repo', 'git-branch', 'add'],
        text,
      );
      assert.ok(rows[0]?.focused, text);
    }
    await workbench.quickInput.fill('');
  });

  it('lets every field be changed with the keyboard, and sends what it shows', async () => {
    await sheet.open();
    await workbench.quickInput.fill('Work somewhere else');
    await sheet.choose('Repository');
    await workbench.quickInput.answer('Repository', 'Enter Repository');
    await workbench.quickInput.waitForMessage(/Path of the repository on its host/);
    await workbench.quickInput.fill('group/sub/project');
    await workbench.quickInput.accept();

    await workbench.quickInput.waitForTitle(/^Start Conversation/);
    await sheet.waitForRow('Repository: group/sub/project');
    const others = sheetFields(await workbench.quickInput.rows());
    assert.deepEqual(others, { repository: 'group/sub/project' }, 'provider and branch were those of another one');
    await sheet.choose('Repository');
    await workbench.quickInput.answer('Repository', 'Select Git Provider');
    await workbench.quickInput.answer('Git Provider', 'GitLab');
    await workbench.quickInput.waitForTitle(/^Start Conversation/);
    await sheet.choose('Branch');
    await workbench.quickInput.waitForTitle('Branch');
    await workbench.quickInput.fill('feature/ü-1');
    await workbench.quickInput.accept();

    await workbench.quickInput.waitForTitle(/^Start Conversation/);
    await sheet.waitForMessage('Work somewhere else');
    await sheet.waitForRow('Branch: feature/ü-1');
    const rows = await workbench.quickInput.rows();
    await workbench.screenshot('sheet-fields');
    const since = service.requests.length;
    await sheet.start();
    const request = await service.waitForRequest('startConversation', { since });
    const chosen = { repository: 'group/sub/project', git_provider: 'gitlab', selected_branch: 'feature/ü-1' };
    assert.deepEqual(sheetFields(rows), chosen);
    assert.deepEqual(request.body, { ...chosen, initial_user_msg: 'Work somewhere else' });
    await workbench.notifications.waitFor('Conversation started in group/sub/project on feature/ü-1.');
  });

  it('offers actions for the whole draft in its title, on keys, and behind its last row', async () => {
    const { editor, page, quickInput } = workbench;
    await sheet.open();
    await quickInput.fill('Look at me');
    const { buttons } = (await quickInput.state())!;
    assert.deepEqual(buttons, [
      'Write in Editor',
      'Attach Images...',
      'Use Template...',
      'Preview Request',
      'Copy as cURL',
    ]);
    const ways: readonly (() => Promise<void>)[] = [
      () => quickInput.clickButton('Preview Request'),
      async () => {
        await quickInput.press('ControlOrMeta+k');
        await quickInput.press('p');
      },
    ];
    for (const preview of ways) {
      await preview();
      await editor.waitForText('"initial_user_msg": "Look at me"');
      await quickInput.waitForClosed();
      await page.keyboard.press('Escape');
      await quickInput.waitForTitle(/^Start Conversation/);
      await sheet.waitForMessage('Look at me');
      await sheet.waitForRow('· everything pushed', ({ focused }) => focused);
    }
    await sheet.choose('More Options...');
    await quickInput.waitForTitle('More Options');
    await workbench.screenshot('sheet-add-or-more');
    await quickInput.waitForRow('Preview Request');
    // VS Code's own key for the button.
    await quickInput.press('Control+Alt+Minus');
    await sheet.waitForMessage('Look at me');
    await quickInput.fill('');
  });

  it('has a message moved to the editor, which survives a rejection and a reload, and starts as it was written', async () => {
    await sheet.open();
    await workbench.quickInput.fill('Fix the parser');
    await sheet.add('Write in Editor');
    await workbench.editor.waitForText('Fix the parser');
    await untilTabs('Agent message');
    await workbench.quickInput.waitForClosed();
    await workbench.editor.append('\n\n- `a < b`\n- Grüße');
    await workbench.editor.waitForCodeLenses('the lens', (lenses) => lenses.includes(lens));
    await workbench.patience.until(
      'the action in the title',
      () => workbench.editor.titleActions(),
      (names) => names.some((name) => name.startsWith(startThis)),
    );
    await workbench.screenshot('draft');
    const message = 'Fix the parser\n\n- `a < b`\n- Grüße';
    await untilOnDisk(message);

    service.misbehave('startConversation', answers(400, { status: 'error', message: hostile }));
    await workbench.editor.clickTitleAction(startThis);
    await workbench.quickInput.waitForTitle(/^Start Conversation/);
    await sheet.waitForRow('Message: Fix the parser · 33 characters');
    await sheet.waitForRow('Repository: octocat/');
    const { placeholder } = (await workbench.quickInput.state())!;
    assert.equal(placeholder, 'What you type here is added to the message below.');
    await workbench.screenshot('draft-sheet');
    await sheet.start();
    const { host } = new URL(service.url);
    const shown = await workbench.notifications.waitFor(`${host} rejected the request.`);
    await workbench.screenshot('error-words');
    const said = 'No. Log in (command:workbench.action.quit) here , https: //evil.example $ (bug) gnp.';
    assert.equal(shown.message, `Not started. ${host} rejected the request. Response: ${said}`);
    assert.deepEqual([shown.severity, shown.buttons], ['error', ['Back to Review Sheet', 'Show Log']]);
    const asMarkup = '.notification-list-item-message :is(a, .codicon)';
    assert.equal(await workbench.page.locator(asMarkup).count(), 0, 'there is a link or an icon');
    await untilTabs('Agent message');
    await workbench.notifications.click(/rejected the request/, 'Back to Review Sheet');
    await sheet.waitForRow('Message: Fix the parser');
    await workbench.quickInput.escape();
    await workbench.quickInput.waitForClosed();

    await untilOnDisk(message);
    await workbench.untilRemembered('Agent message.md');
    await workbench.reload();
    await workbench.editor.waitForText('Grüße');
    await workbench.editor.clickCodeLens(lens);
    await sheet.waitForRow('Repository: octocat/');
    const since = service.requests.length;
    await sheet.start();
    const { body } = await service.waitForRequest('startConversation', { since });
    assert.deepEqual(body, { ...place, initial_user_msg: message });
    await workbench.notifications.waitFor(/^Conversation started/);
    await untilTabs();
    const found = () => findInFiles(workbench.server.dataFolder, 'Grüße');
    const isGone = (files: readonly string[]) => !files.some((file) => file.includes('drafts'));
    await workbench.patience.until('the draft to be deleted', found, isGone);
  });

  /** Puts an image on the clipboard and returns its bytes as the clipboard encodes them again. */
  async function copy(image: Buffer): Promise<string> {
    const { page, patience } = workbench;
    await page.bringToFront();
    return patience.act('copy an image', () =>
      page.evaluate<string>(`(async () => {
        const given = Uint8Array.from(atob('${image.toString('base64')}'), (letter) => letter.charCodeAt(0));
        const blob = new Blob([given], { type: 'image/png' });
        await navigator.clipboard.write([new ClipboardItem({ 'image/png': blob })]);
        const [item] = await navigator.clipboard.read();
        const bytes = new Uint8Array(await (await item.getType('image/png')).arrayBuffer());
        return 'data:image/png;base64,' + btoa(String.fromCharCode(...bytes));
      })()`),
    );
  }

  const untilLens = (lens: RegExp) =>
    workbench.editor.waitForCodeLenses(`the lens ${lens}`, (lenses) => lenses.some((shown) => lens.test(shown)));

  pasting.it('has images pasted into the message, which survive a reload, and are sent then', async () => {
    await workbench.runCommand('Agent: Write Message in Editor');
    await workbench.editor.waitForTabs('the tab', (tabs) => tabs.some((tab) => tab.startsWith('Agent message')));
    await workbench.editor.append('Before: ');
    // The lenses come with the extension's own way to paste, in a window in which nothing was written before.
    await untilLens(/^Preview Request$/);
    const before = await copy(red);
    await workbench.page.keyboard.press('ControlOrMeta+V');
    await workbench.editor.waitForText('Before: ![image.png](image.png)');
    await untilLens(/^1 image · \d+ bytes$/);
    await workbench.editor.append('\nAfter: ');
    const after = await copy(blue);
    assert.notEqual(before, after);
    await workbench.page.keyboard.press('ControlOrMeta+V');
    await workbench.editor.waitForText('After: ![image-2.png](image-2.png)');
    await untilLens(/^2 images · \d+ bytes$/);
    await workbench.screenshot('draft-images');
    const message = 'Before: ![image.png](image.png)\nAfter: ![image-2.png](image-2.png)';
    await untilOnDisk(message);
    await workbench.untilRemembered('Agent message.md');

    await workbench.reload();
    await untilLens(/^2 images · \d+ bytes$/);
    await workbench.editor.clickTitleAction(startThis);
    await sheet.waitForRow('Images: 2 · ');
    const since = service.requests.length;
    await sheet.start();
    const { body } = await service.waitForRequest('startConversation', { since });
    assert.deepEqual(body, { ...place, initial_user_msg: message, image_urls: [before, after] });
    await workbench.notifications.waitFor(/^Conversation started/);
  });
});
