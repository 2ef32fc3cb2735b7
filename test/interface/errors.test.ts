import assert from 'node:assert/strict';
import type { Workbench } from '../host/workbench';
import { answers, drops } from '../service/faults';
import type { Service } from '../service/service';
import type { Sheet } from './sheet';
import { sheetBench } from './sheetBench';

const orStarted = 'May have started. Check the service before you start it again.';

// Each kind of error has its row in the editor tests. These show what a user sees of some of them, and clicks.
describe('An error in the window', () => {
  let service: Service;
  let workbench: Workbench;
  let sheet: Sheet;
  let host: string;

  sheetBench({ isGuest: true }, (bench) => ({ service, workbench, sheet } = bench));

  before(async () => {
    host = new URL(service.url).host;
    await workbench.openContainer('Agent Conversations');
    await workbench.view('Service Settings').waitForRow('Model');
  });

  async function start(message: string): Promise<void> {
    await sheet.open();
    await workbench.quickInput.type(message);
    await workbench.quickInput.accept();
  }

  it('shows the text of a service as plain text, and leads back to the message', async () => {
    const hostile =
      'No.\n[Log in](command:workbench.action.quit) <a href="https://evil.example">here</a>, https://evil.example $(bug) \u202egnp';
    service.misbehave('startConversation', answers(400, { message: hostile }));
    await start('Keep this message');
    const { message, buttons, severity } = await workbench.notifications.waitFor(`${host} rejected the request.`);
    await workbench.screenshot('error-words');
    const said = 'No. Log in (command:workbench.action.quit) here , https: //evil.example $ (bug) gnp.';
    assert.equal(message, `Not started. ${host} rejected the request. Response: ${said}`);
    assert.deepEqual([severity, buttons], ['error', ['Back to Review Sheet', 'Show Log']]);
    assert.equal(await workbench.page.locator('.notification-list-item-message a').count(), 0, 'there is a link');
    assert.equal(await workbench.page.locator('.notification-list-item-message .codicon').count(), 0, 'an icon');

    await workbench.notifications.click('rejected the request', 'Back to Review Sheet');
    await workbench.quickInput.waitForTitle(/^Start Conversation/);
    await sheet.waitForMessage('Keep this message');
  });

  it('says that a start may have left a conversation behind, and opens the service', async () => {
    service.misbehave('startConversation', drops('afterPerforming'));
    await start(' and again');
    const { message, buttons } = await workbench.notifications.waitFor('May have started');
    await workbench.screenshot('error-may-have-started');
    assert.equal(message, `${orStarted} The connection to ${host} was lost before the response was complete.`);
    assert.deepEqual(buttons, ['Open Service in Browser', 'Back to Review Sheet']);
    assert.equal(service.conversations.length, 1);

    await workbench.notifications.click('May have started', 'Open Service in Browser');
    assert.match(await workbench.waitForOpenedPage(), new RegExp(new URL(service.url).port));
  });
});
