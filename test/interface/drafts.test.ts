import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Workbench } from '../host/workbench';
import { answers } from '../service/faults';
import type { Service } from '../service/service';
import { findInFiles } from '../support/findInFiles';
import type { Sheet } from './sheet';
import { sheetBench } from './sheetBench';

const startThis = 'Start from This Draft...';
const lens = 'Start in octocat/Hello-World on main...';

describe('A message in the editor', () => {
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

  it('begins on the sheet, survives a rejection and a reload, and starts as it was written', async () => {
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

    service.misbehave('startConversation', answers(400, { status: 'error', message: 'No room for another one' }));
    await workbench.editor.clickTitleAction(startThis);
    await workbench.quickInput.waitForTitle(/^Start Conversation/);
    await sheet.waitForRow('Message: Fix the parser · 33 characters');
    await sheet.waitForRow('Repository: octocat/');
    const { placeholder } = (await workbench.quickInput.state())!;
    assert.equal(placeholder, 'What you type here is added to the message below.');
    await workbench.screenshot('draft-sheet');
    await sheet.start();
    await workbench.notifications.waitFor(/No room for another one/);
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
    assert.deepEqual(body, {
      repository: 'octocat/Hello-World',
      git_provider: 'github',
      selected_branch: 'main',
      initial_user_msg: message,
    });
    await workbench.notifications.waitFor(/^Conversation started/);
    await untilTabs();
    const found = () => findInFiles(workbench.server.dataFolder, 'Grüße');
    const isGone = (files: readonly string[]) => !files.some((file) => file.includes('drafts'));
    await workbench.patience.until('the draft to be deleted', found, isGone);
  });
});
