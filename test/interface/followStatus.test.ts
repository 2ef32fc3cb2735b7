import assert from 'node:assert/strict';
import type { TreeRow } from '../host/treeView';
import type { Workbench } from '../host/workbench';
import type { Service } from '../service/service';
import type { Sheet } from './sheet';
import { sheetBench } from './sheetBench';

const first = 'Fix the parser';
const second = 'Describe the API';

// One story, told in order: each step stands on the one before.
describe('Following the status', () => {
  let service: Service;
  let workbench: Workbench;
  let sheet: Sheet;

  // Before the window is left: what the user agreed to, and what runs, would hold for the next suite in it as well.
  after(async () => {
    await workbench.runCommand('Agent: Stop Following');
    const view = workbench.view('Conversations');
    for (const { label } of await view.rows()) {
      await view.chooseFromContextMenu(label, 'Remove Conversation from List');
      const isGone = (rows: readonly TreeRow[]) => !rows.some((row) => row.label === label);
      await workbench.patience.until(`${label} to be removed`, () => view.rows(), isGone);
    }
  });

  sheetBench({ isStory: true, isGuest: true }, (bench) => ({ service, workbench, sheet } = bench));

  before(() => workbench.openContainer('Agent Conversations'));

  const asked = (id: string) => service.requests.filter(({ path }) => path === `/api/conversations/${id}`).length;
  const idOf = (message: string) => service.conversations.find((one) => one.message === message)?.id ?? '';

  async function start(message: string): Promise<void> {
    await sheet.open();
    await workbench.quickInput.fill(message);
    await workbench.quickInput.accept();
    await workbench.view('Conversations').waitForRow(message);
  }

  async function waitForIcon(message: string, icon: string): Promise<void> {
    const shown = () => workbench.view('Conversations').waitForRow(message);
    await workbench.patience.until(`the icon ${icon} of ${message}`, shown, (row) => row.icon === icon);
  }

  it('is offered when something has started, and asks nothing by itself', async () => {
    await start(first);
    const { buttons } = await workbench.notifications.waitFor('Conversation started');
    assert.deepEqual(buttons, ['Open in Browser', 'Follow Status']);
    assert.equal(asked(idOf(first)), 0);
  });

  it("says what is asked, how often, and how to end it, and asks nothing if the user doesn't agree", async () => {
    await workbench.notifications.click('Conversation started', 'Follow Status');
    const question = `Follow the status of your conversations on ${service.url}?`;
    const { detail, buttons } = await workbench.dialog.waitFor(question);
    await workbench.screenshot('follow-1-question');
    for (const words of ['every 3 seconds', 'then every 30', 'up to a day', 'Agent: Stop Following'])
      assert.ok(detail.includes(words), detail);
    assert.deepEqual(buttons.toSorted(), ['Cancel', "Don't Follow", 'Follow']);
    await workbench.dialog.click('Cancel');
    await workbench.view('Conversations').chooseFromContextMenu(first, 'Follow Status');
    await workbench.dialog.waitFor(question);
    assert.equal(asked(idOf(first)), 0);
    await workbench.dialog.click('Follow');
  });

  it('shows in row and status bar what the service reports', async () => {
    await service.waitForRequest('conversation');
    await workbench.statusBarItem().waitFor('Agent: Starting');
    service.advance(idOf(first));
    await workbench.statusBarItem().waitFor('Agent: Running');
    await waitForIcon(first, 'play-circle');
    assert.match(await workbench.view('Conversations').tooltip(first), /Runtime status: STATUS\$READY/);
    await workbench.screenshot('follow-2-running');
  });

  it('says once that a conversation has ended, and only what the service reports', async () => {
    await workbench.runCommand('Notifications: Clear All Notifications');
    await start(second);
    const { buttons } = await workbench.notifications.waitFor('Conversation started');
    assert.deepEqual(buttons, ['Open in Browser'], 'it is followed');
    service.advance(idOf(second));
    service.advance(idOf(second));
    const ended = await workbench.notifications.waitFor(`The conversation "${second}" has ended.`);
    await workbench.screenshot('follow-3-ended');
    const message = `The conversation "${second}" has ended. Its service reports: Stopped.`;
    assert.deepEqual(
      [ended.message, ended.severity, ended.buttons],
      [message, 'info', ['Review What Was Pushed...', 'Open in Browser']],
    );
    await waitForIcon(second, 'stop-circle');
    await workbench.statusBarItem().waitFor('Agent: Stopped');
    assert.match(await workbench.statusBarItem().tooltip(), /It has ended since you last looked at it\./);
    await workbench.statusBarItem().click();
    await workbench.quickInput.waitForTitle(/^Stopped .* Describe the API/);
    await workbench.quickInput.escape();
    // It runs, and the other one was looked at.
    await workbench.statusBarItem().waitFor('Agent: Running');
  });
});
