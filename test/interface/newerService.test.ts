import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Workbench } from '../host/workbench';
import { answers, holds } from '../service/faults';
import type { RecordedRequest } from '../service/recording';
import type { Service } from '../service/service';
import { sampleSettings } from '../service/sampleSettings';
import { findInFiles } from '../support/findInFiles';
import { slow } from '../support/tags';
import { benchKey, sheetBench } from './sheetBench';
import type { Sheet } from './sheet';

const startPath = '/api/v1/app-conversations';
const tasksPath = `${startPath}/start-tasks`;

// One story, told in order: each step stands on the one before.
slow('The window shows the same steps of an agent server.').describe('A service of API V1', () => {
  let service: Service;
  let workbench: Workbench;
  let sheet: Sheet;

  const options = { sessionKey: benchKey, settings: sampleSettings, api: 'v1', pageForOldPaths: true } as const;
  sheetBench({ isStory: true, isGuest: true, service: options }, (bench) => ({ service, workbench, sheet } = bench));

  before(() => workbench.openContainer('Agent Conversations'));

  const starts = () => service.requests.filter(({ method }) => method === 'POST');
  const pathOf = ({ path }: RecordedRequest) => path.replace(/\?.*$/, '');
  const rows = () => workbench.view('Conversations');

  async function start(message: string): Promise<void> {
    await sheet.open();
    await workbench.quickInput.fill(message);
    await workbench.quickInput.accept();
  }

  it('is recognized by its settings when the key is entered, before anything else is sent to it', () => {
    const asked = service.requests.map(({ method, path }) => `${method} ${path}`);
    assert.deepEqual(asked.slice(0, 2), ['GET /api/settings', 'GET /api/v1/settings']);
    assert.ok(!asked.slice(2).includes('GET /api/settings'), asked.join('\n'));
    assert.deepEqual(starts(), []);
  });

  it('is sent one request for a start, in its own form, and reported as started when it says so', async () => {
    service.startTasks.goThrough('WAITING_FOR_SANDBOX', 'PREPARING_REPOSITORY', 'READY');
    await start('Fix the parser');
    const { message } = await workbench.notifications.waitFor('Conversation started');
    await workbench.screenshot('newer-4-started');
    assert.match(message, /octocat\/Hello-World/);
    const [sent, ...others] = starts();
    assert.ok(sent && others.length === 0);
    assert.equal(sent.path, startPath);
    const { conversation_id: id, ...body } = sent.body as Record<string, unknown>;
    assert.match(String(id), /^[\da-f]{32}$/);
    assert.deepEqual(body, {
      initial_message: { content: [{ type: 'text', text: 'Fix the parser' }] },
      selected_repository: 'octocat/Hello-World',
      selected_branch: 'main',
      git_provider: 'github',
    });
    assert.equal(service.requests.filter((one) => pathOf(one) === tasksPath).length, 3);
    await rows().waitForRow('Fix the parser');
    await workbench.runCommand('Notifications: Clear All Notifications');
  });

  const messages = () => starts().filter(({ path }) => path.endsWith('/send-message'));
  const row = /^Fix the parser/;
  let id: string;

  async function followUp(): Promise<void> {
    await rows().chooseFromContextMenu(row, 'Send Follow-Up...');
    await workbench.quickInput.waitForTitle(/^Send Follow-Up/);
    await sheet.waitForRow('To: Fix the parser');
  }

  /** Sends what is on the sheet, and waits until it's there. */
  async function send(text: string): Promise<RecordedRequest> {
    await sheet.waitForMessage(text);
    const since = service.requests.length;
    await workbench.quickInput.accept();
    return service.waitForRequest('sendMessage', { since });
  }

  it('shows what its agent said last, formatted on request, with no image, link or element of its own', async () => {
    id = service.startTasks.all[0]?.conversationId ?? '';
    const loaded: (string | undefined)[] = [];
    const images = createServer(({ url }, response) => {
      loaded.push(url);
      response.end();
    });
    const { port } = await new Promise<AddressInfo>((resolve) =>
      images.listen(0, '127.0.0.1', () => resolve(images.address() as AddressInfo)),
    );
    const image = `http://127.0.0.1:${port}/a.png`;
    service.events.finish(id, `**Fixed** it. ![a](${image}) <img src="${image}"> [go](command:workbench.action.quit)`);
    service.startTasks.report(id, { sandbox: 'RUNNING', execution: 'finished' });
    await rows().chooseFromContextMenu(row, 'Show Last Answer');
    await workbench.editor.waitForText('**Fixed** it. ![a](');
    await workbench.editor.clickTitleAction('Preview Answer');
    const preview = await workbench.patience.until(
      'the preview',
      async () => {
        const found = workbench.page.frames().map((frame) => frame.locator('.markdown-body', { hasText: 'said last' }));
        const shown = await Promise.all(found.map(async (body) => ((await body.count()) > 0 ? [body] : [])));
        return shown.flat()[0];
      },
      (body) => body !== undefined,
    );
    assert.equal(await preview?.locator('strong').innerText(), 'Fixed');
    assert.equal(await preview?.locator('img, a, svg, iframe, video').count(), 0);
    await workbench.screenshot('newer-5-preview');
    await workbench.runCommand('View: Close All Editors');
    images.close();
    assert.deepEqual(loaded, []);
  });

  it('is sent a follow-up that was begun before a reload, once', async () => {
    await followUp();
    await workbench.quickInput.fill('Also the tests');
    const found = () => findInFiles(workbench.server.dataFolder, 'Also the tests');
    await workbench.patience.until('the draft on disk', found, ({ length }) => length > 0);
    await workbench.reload();
    await rows().waitForRow(row);
    await followUp();
    const { path, body } = await send('Also the tests');
    assert.equal(path, `${startPath}/${id}/send-message`);
    assert.deepEqual(body, { content: [{ type: 'text', text: 'Also the tests' }], run: true });
    await rows().waitForRow(row);
    await followUp();
    await sheet.waitForMessage('');
    await workbench.quickInput.escape();
    assert.equal(messages().length, 1);
  });

  it('may answer a follow-up with an error, and have it nevertheless: it is looked at, and not sent again', async () => {
    const lost = answers(502, { detail: 'Failed to reach agent server.' });
    const held = holds({ then: lost });
    service.misbehave('sendMessage', held);
    await followUp();
    await workbench.quickInput.fill('Now the docs');
    await send('Now the docs');
    service.events.hear(id, [{ type: 'text', text: 'Now the docs' }]);
    const since = service.requests.length;
    held.release();
    // The status of every start that was sent is asked for.
    await service.waitForRequest('conversation', { since });

    service.misbehave('sendMessage', lost);
    await followUp();
    await workbench.quickInput.fill('And the examples');
    await send('And the examples');
    // Half a minute's wait for it; the user doesn't.
    await workbench.notifications.click(/^Sending the message/, 'Cancel');
    const { message } = await workbench.notifications.waitFor(/may have been sent anyway/);
    assert.match(message, /Look at the conversation before you send it again\.$/);
    await workbench.notifications.click(/may have been sent/, 'Back to Review Sheet');
    await sheet.waitForMessage('And the examples');
    await sheet.waitForRow('This may already have been sent');
    await workbench.quickInput.escape();
    assert.equal(messages().length, 3);
  });
});
