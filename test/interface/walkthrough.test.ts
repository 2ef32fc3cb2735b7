import assert from 'node:assert/strict';
import { Workbench } from '../host/workbench';
import { sampleSettings } from '../service/sampleSettings';
import { startService, type Service } from '../service/service';
import { marked } from '../support/markedSecrets';
import { WalkthroughPage } from './walkthroughPage';

const sessionKey = marked('session-key');
const title = 'Get Started with Agent Conversations';

const steps = {
  address: 'Set the service URL',
  key: 'Enter the session key',
  settings: 'View your settings on the service',
  sheet: 'Start a conversation',
  status: 'See the outcome',
} as const;

// One story, told in order, without the mouse: each step depends on the one before.
for (const theme of ['dark', 'light'] as const) {
  describe(`The walkthrough (${theme}${theme === 'light' ? ', without a folder' : ''})`, () => {
    let service: Service;
    let workbench: Workbench;
    let walkthrough: WalkthroughPage;
    let tabs = 0;

    before(async () => {
      service = await startService({ sessionKey, settings: sampleSettings });
      workbench = await Workbench.open({
        theme,
        size: { width: 1600, height: 900 },
        ...(theme === 'light' && { folder: null }),
      });
      walkthrough = new WalkthroughPage(workbench.page, workbench.patience);
    });

    after(async () => {
      await workbench.dispose();
      await service.close();
    });

    const isDone = async () => (await walkthrough.steps()).filter(({ done }) => done).map((step) => step.title);
    const screenshot = (step: string) => workbench.screenshot(`walkthrough-${theme}-${++tabs}-${step}`);

    it('is found in the palette, with five steps to do', async () => {
      await workbench.runCommand('Welcome: Open Walkthrough...');
      await workbench.quickInput.waitForRow(title);
      await workbench.quickInput.choose(title);
      await walkthrough.waitForTitle(title);
      assert.deepEqual(
        (await walkthrough.steps()).map((step) => step.title),
        Object.values(steps),
      );
      assert.deepEqual([await isDone(), service.requests.length], [[], 0]);
    });

    it('takes the service URL', async () => {
      await walkthrough.open(steps.address);
      await screenshot('address');
      await walkthrough.pressButton('Set Service URL');
      await workbench.quickInput.answer('Service URL', service.url);
      await workbench.quickInput.waitForTitle(`Session Key for ${service.url}`);
      await workbench.quickInput.escape();
      await workbench.quickInput.waitForClosed();
      await walkthrough.waitForDone(steps.address);
      assert.deepEqual(await isDone(), [steps.address]);
    });

    it('asks for the key before it shows settings, and marks nothing as done without it', async () => {
      await walkthrough.open(steps.settings);
      await walkthrough.tapButton('Show Settings');
      await workbench.quickInput.waitForTitle(/^Session Key for/);
      await workbench.quickInput.escape();
      await workbench.quickInput.waitForClosed();
      assert.deepEqual(await isDone(), [steps.address]);
    });

    it('takes the session key', async () => {
      await walkthrough.open(steps.key);
      await screenshot('key');
      await walkthrough.pressButton('Set Session Key');
      await workbench.quickInput.answer(/^Session Key for/, sessionKey);
      await workbench.quickInput.waitForClosed();
      await walkthrough.waitForDone(steps.key);
      assert.deepEqual(await isDone(), [steps.address, steps.key]);
    });

    it('shows the settings, and the arrow keys move there', async () => {
      await walkthrough.open(steps.settings);
      await screenshot('settings');
      await walkthrough.tapButton('Show Settings');
      await workbench.view('Settings').waitForRow('Model');
      await workbench.view('Settings').waitForFocus();
      await walkthrough.waitForDone(steps.settings);
    });

    it('starts a conversation', async () => {
      await walkthrough.open(steps.sheet);
      await screenshot('sheet');
      await walkthrough.pressButton('Start Conversation');
      await workbench.quickInput.waitForTitle(/^Start Conversation/);
      await workbench.quickInput.type('Fix the failing test');
      await workbench.quickInput.accept();
      await service.waitForRequest('startConversation');
      await workbench.statusBarItem().waitFor('Agent: Starting');
      await walkthrough.waitForDone(steps.sheet);
    });

    it('shows its outcome, and is done', async () => {
      await walkthrough.open(steps.status);
      await screenshot('status');
      await walkthrough.pressButton('Show Conversation Status');
      await workbench.quickInput.waitForTitle(/Fix the failing test/);
      await workbench.quickInput.escape();
      await workbench.quickInput.waitForClosed();
      await walkthrough.waitForDone(steps.status);
      await screenshot('done');
      assert.deepEqual(await isDone(), Object.values(steps));
    });
  });
}
