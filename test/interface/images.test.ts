import assert from 'node:assert/strict';
import type { Workbench } from '../host/workbench';
import { answers } from '../service/faults';
import type { Service } from '../service/service';
import { findInFiles } from '../support/findInFiles';
import { png } from '../support/images';
import { slow } from '../support/tags';
import type { Sheet } from './sheet';
import { sheetBench } from './sheetBench';

const red = png([255, 0, 0], 64);
const blue = png([0, 0, 255], 64);
const long = slow('editor/images shows the same, from a clipboard that is a fake.');
const place = { repository: 'octocat/Hello-World', git_provider: 'github', selected_branch: 'main' };

describe('Images', () => {
  let service: Service;
  let workbench: Workbench;
  let sheet: Sheet;

  sheetBench({ isGuest: true }, (bench) => ({ service, workbench, sheet } = bench));

  /** Chooses "Start" and returns what the service received. */
  async function start(): Promise<unknown> {
    await sheet.waitForRow('Repository: octocat/');
    const since = service.requests.length;
    await sheet.start();
    return (await service.waitForRequest('startConversation', { since })).body;
  }

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

  long.it('pasted into the message survive a reload and a failed start, and are sent then', async () => {
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
    const found = () => findInFiles(workbench.server.dataFolder, 'image-2.png](image-2.png)');
    const isDraft = (file: string) => file.endsWith('.md');
    await workbench.patience.until('the draft on disk', found, (files) => files.some(isDraft));
    await workbench.untilRemembered('Agent message.md');

    await workbench.reload();
    await untilLens(/^2 images · \d+ bytes$/);
    service.misbehave('startConversation', answers(400, { status: 'error', message: 'No room for another one' }));
    await workbench.editor.clickTitleAction('Start from This Draft...');
    await sheet.waitForRow('Images: 2 · ');
    await start();
    await workbench.notifications.waitFor(/No room for another one/);
    await workbench.notifications.click(/rejected the request/, 'Back to Review Sheet');
    await sheet.waitForRow('Images: 2 · ');
    service.behave();
    assert.deepEqual(await start(), { ...place, initial_user_msg: message, image_urls: [before, after] });
    await workbench.notifications.waitFor(/^Conversation started/);
  });
});
