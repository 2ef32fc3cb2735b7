import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Workbench } from '../host/workbench';
import { sampleSettings } from '../service/sampleSettings';
import { startService, type Service } from '../service/service';
import { conversation, extensionStorage, writeHistory } from '../support/histories';
import { marked } from '../support/markedSecrets';
import { slow } from '../support/tags';
import { endInWindow, hasPassed, sharedWindow } from './leftWindow';
import { Sheet } from './sheet';

const sessionKey = marked('session-key');
const hour = 3_600_000;

/** Commands that the numbered steps of the README's setup name, in order. */
async function setUpCommands(): Promise<readonly string[]> {
  const readme = await readFile(path.join(PROJECT_ROOT, 'README.md'), 'utf8');
  const section = readme.split(/^## Set up$/m)[1]?.split(/^##/m)[0] ?? '';
  return [...section.matchAll(/^\d\. .*\*\*(Agent: [^*]+)\*\*/gm)].map(([, title]) => title ?? '');
}

// One story, told in order: a user who has the README, a new window and nothing else.
const monthly = slow('It finds what builds up over weeks.');

describe('A stranger', () => {
  let service: Service;
  let workbench: Workbench;
  let address: string;
  let start: string;

  before(async () => {
    service = await startService({ sessionKey, settings: sampleSettings });
    workbench = await Workbench.open(sharedWindow);
    [address, start] = (await setUpCommands()) as [string, string];
    assert.deepEqual([address, start], ['Agent: Set Service URL...', 'Agent: Start Conversation...']);
  });

  after(async function () {
    await endInWindow(workbench, service, { isFit: hasPassed(this), changesRepository: false });
  });

  it('sets the service URL, by the first command that the README names', async () => {
    await workbench.runCommand(address);
    await workbench.quickInput.answer('Service URL', service.url);
    // A user who has to look for the key first.
    await workbench.quickInput.waitForTitle(`Session Key for ${service.url}`);
    await workbench.quickInput.escape();
    await workbench.quickInput.waitForClosed();
  });

  it("starts by the second one, and is asked for the key when it's needed", async () => {
    const { quickInput } = workbench;
    await workbench.runCommand(start);
    await quickInput.waitForTitle(/^Start Conversation/);
    await new Sheet(workbench).waitForRow('Repository: octocat/');
    await quickInput.type('Fix the tests');
    await quickInput.accept();
    await quickInput.answer(`Session Key for ${service.url}`, sessionKey);
    const { body, headers } = await service.waitForRequest('startConversation');
    assert.equal((body as { initial_user_msg?: unknown }).initial_user_msg, 'Fix the tests');
    assert.equal(headers['x-session-api-key'], sessionKey);
    // The suite that has the window next waits for one of its own.
    await workbench.notifications.waitFor('Conversation started');
    await workbench.runCommand('Notifications: Clear All Notifications');
  });

  monthly.it('after a month finds the last one first and the oldest one last, and starts another', async () => {
    const tasks = Array.from({ length: 60 }, (_, index) =>
      conversation(`month-${index}`, {
        baseUrl: service.url,
        request: { initial_user_msg: `Task ${index}`, repository: 'octocat/Hello-World', selected_branch: 'main' },
        status: 'STOPPED',
        conversationId: `month-${index}`,
        sentAt: Date.now() - (index + 1) * 12 * hour,
      }),
    );
    await writeHistory(extensionStorage(workbench.server.dataFolder), tasks);
    await workbench.reload();
    await workbench.openContainer('Agent Conversations');
    const view = workbench.view('Conversations');
    await view.waitForRow('Task 0');
    const labels = (await view.rows()).map(({ label }) => label);
    assert.deepEqual([labels[0], labels[1], labels.at(-1)], ['Fix the tests', 'Task 0', 'Task 59']);
    const since = service.requests.length;
    const sheet = new Sheet(workbench);
    await sheet.open();
    await workbench.quickInput.fill('One more');
    await workbench.quickInput.accept();
    await service.waitForRequest('startConversation', { since });
    await view.waitForRow('One more');
  });
});
