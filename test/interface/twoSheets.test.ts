import { chooseFromOpenMenu } from '../host/contextMenu';
import type { Workbench } from '../host/workbench';
import type { Sheet } from './sheet';
import { sheetBench } from './sheetBench';

const attachment = 'In the message: file README.md (';

describe('A sheet that opens over the question of another', () => {
  let workbench: Workbench;
  let sheet: Sheet;

  sheetBench({ isStory: true, isGuest: true }, (bench) => ({ workbench, sheet } = bench));

  /**
   * Attaches the README from the context menu: the palette would close the question first, and the sheet would come
   * back.
   */
  async function handOverReadme(): Promise<void> {
    const { page, patience } = workbench;
    const file = page.locator('.explorer-viewlet .monaco-list-row', { hasText: 'README.md' });
    await patience.act('open the context menu of README.md', () => file.click({ button: 'right' }));
    await patience.act('choose its entry', () => chooseFromOpenMenu(page, 'Start Conversation with File'));
  }

  it('takes its place, and what was attached is there when it is opened again', async () => {
    await workbench.openContainer('Explorer');
    await sheet.open();
    await workbench.quickInput.fill('Half a thought');
    await sheet.choose('Branch: main');
    await workbench.quickInput.waitForTitle('Branch');
    await handOverReadme();
    await workbench.quickInput.waitForTitle(/^Start Conversation/);
    await sheet.waitForRow(attachment);
    await sheet.waitForMessage('Half a thought');
    await workbench.screenshot('two-sheets');
    await workbench.quickInput.escape();
    await workbench.quickInput.waitForClosed();

    await sheet.open();
    await sheet.waitForRow(attachment);
    await sheet.waitForMessage('Half a thought');
    await workbench.quickInput.escape();
    await workbench.quickInput.waitForClosed();
  });
});
