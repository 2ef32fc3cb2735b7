import assert from 'node:assert/strict';
import type { Workbench } from '../host/workbench';
import type { Service } from '../service/service';
import type { Sheet } from './sheet';
import { sheetBench } from './sheetBench';

const message = 'Fix the parser';

// One story, told in order: each step stands on the one before.
describe('Following the status', () => {
  let service: Service;
  let workbench: Workbench;
  let sheet: Sheet;

  // Before the window is left: what the user agreed to, and what runs, would hold for the next suite in it as well.
  after(async () => {
    await workbench.runCommand('Agent: Stop Following');
    await view().chooseFromContextMenu(message, 'Remove Conversation from List');
    await workbench.patience.until(
      'no conversation',
      () => view().rows(),
      ({ length }) => length === 0,
    );
  });

  sheetBench({ isStory: true, isGuest: true }, (bench) => ({ service, workbench, sheet } = bench));

  before(() => workbench.openContainer('Agent Conversations'));

  const view = () => workbench.view('Conversations');
  const id = () => service.conversations.find((one) => one.message === message)?.id ?? '';

  it('is offered when something has started, and asks nothing by itself, nor before the user agrees', async () => {
    await sheet.open();
    await workbench.quickInput.fill(message);
    await workbench.quickInput.accept();
    await view().waitForRow(message);
    const { buttons } = await workbench.notifications.waitFor('Conversation started');
    assert.deepEqual(buttons, ['Open in Browser', 'Follow Status']);
    await workbench.notifications.click('Conversation started', 'Follow Status');
    const { detail } = await workbench.dialog.waitFor(`Follow the status of your conversations on ${service.url}?`);
    await workbench.screenshot('follow-1-question');
    assert.ok(detail.includes('every 3 seconds'), detail);
    assert.equal(service.requests.filter(({ path }) => path === `/api/conversations/${id()}`).length, 0);
    await workbench.dialog.click('Follow');
  });

  it('shows in row and status bar what the service reports, and says once that it has ended', async () => {
    await service.waitForRequest('conversation');
    await workbench.statusBarItem().waitFor('Agent: Starting');
    // It is asked every few seconds until it runs, and less often from then on.
    service.advance(id());
    service.advance(id());
    const ended = await workbench.notifications.waitFor(`The conversation "${message}" has ended.`);
    await workbench.screenshot('follow-3-ended');
    const sentence = `The conversation "${message}" has ended. Its service reports: Stopped.`;
    const buttons = ['Review What Was Pushed...', 'Open in Browser'];
    assert.deepEqual([ended.message, ended.severity, ended.buttons], [sentence, 'info', buttons]);
    await workbench.patience.until(
      'its icon',
      () => view().waitForRow(message),
      ({ icon }) => icon === 'stop-circle',
    );
    assert.match(await view().tooltip(message), /Stopped/);
    await workbench.statusBarItem().waitFor('Agent: Stopped');
    assert.match(await workbench.statusBarItem().tooltip(), /It has ended since you last looked at it\./);
  });
});
