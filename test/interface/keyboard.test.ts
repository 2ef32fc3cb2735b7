import { Keyboard } from '../host/keyboard';
import type { Workbench } from '../host/workbench';
import type { Service } from '../service/service';
import type { Sheet } from './sheet';
import { sheetBench } from './sheetBench';

// One story, told in order, without the mouse: each step depends on the one before.
describe('The views without a mouse', () => {
  let service: Service;
  let workbench: Workbench;
  let sheet: Sheet;
  let keyboard: Keyboard;

  sheetBench({ isStory: true }, (bench) => {
    ({ service, workbench, sheet } = bench);
    keyboard = new Keyboard(workbench.page, workbench.patience);
  });

  const untilCopied = (text: string) =>
    workbench.patience.until(
      `"${text}" on the clipboard`,
      () => workbench.clipboard(),
      (copied) => copied === text,
    );

  it('lead to the button of a welcome text', async () => {
    await workbench.runCommand('Agent Conversations: Focus on Conversations View');
    await workbench.view('Conversations').waitForWelcome(/Delegate the task/);
    await keyboard.go('Tab', 'Start Conversation');
    await keyboard.press('Enter');
    await workbench.quickInput.waitForTitle(/^Start Conversation/);
    await sheet.waitForRow('Repository: octocat/');
    await workbench.quickInput.fill('Fix the parser');
    await workbench.quickInput.accept();
    await service.waitForRequest('startConversation');
    await workbench.view('Conversations').waitForRow('Fix the parser');
  });

  it('lead to a conversation, its status and its menu', async () => {
    await workbench.runCommand('Agent Conversations: Focus on Conversations View');
    await keyboard.go('ArrowDown', /^Fix the parser, Starting/);
    await keyboard.press('Enter');
    await workbench.quickInput.waitForTitle(/Fix the parser/);
    await workbench.quickInput.escape();
    await workbench.quickInput.waitForClosed();
    await keyboard.go('ArrowDown', /^Fix the parser, Starting/);
    await keyboard.chooseFromContextMenu('Copy Conversation ID');
    await untilCopied(service.conversations[0]?.id ?? '');
  });

  it('lead to a setting and its value', async () => {
    await workbench.runCommand('Agent Conversations: Focus on Settings View');
    await workbench.view('Settings').waitForRow('Model');
    await keyboard.go('ArrowDown', /^Agent: /);
    await keyboard.chooseFromContextMenu('Copy Value');
    await untilCopied('CodeActAgent');
  });

  it('lead to the buttons beside their titles', async () => {
    await keyboard.go('Shift+Tab', 'Refresh Settings');
    const since = service.requests.length;
    await keyboard.press('Enter');
    await service.waitForRequest('loadSettings', { since });
    await workbench.runCommand('Agent Conversations: Focus on Conversations View');
    await keyboard.go('Shift+Tab', 'Start Conversation...');
    await keyboard.press('Enter');
    await workbench.quickInput.waitForTitle(/^Start Conversation/);
    await sheet.close();
  });

  it('lead to the button of a row in a list', async () => {
    await sheet.open();
    await sheet.add('Images');
    await workbench.quickInput.choose('Add Image URL...');
    await workbench.quickInput.answer('Image URL', 'https://example.com/a.png');
    await sheet.waitForRow('Images: 1');
    await sheet.choose('Images');
    await workbench.quickInput.waitForRow('https://example.com/a.png');
    await keyboard.go('ArrowDown', /example\.com/);
    await keyboard.go('Tab', 'Remove');
    await keyboard.press('Enter');
    await sheet.waitForNoRow('Images');
    await sheet.close();
  });
});
