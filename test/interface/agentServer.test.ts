import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Workbench } from '../host/workbench';
import { holds } from '../service/faults';
import type { Service } from '../service/service';
import { sampleSettings } from '../service/sampleSettings';
import { benchKey, sheetBench } from './sheetBench';
import type { Sheet } from './sheet';

// One story, told in order: each step stands on the one before.
describe('An agent server', () => {
  let service: Service;
  let workbench: Workbench;
  let sheet: Sheet;

  const options = { sessionKey: benchKey, settings: sampleSettings, api: 'agent' } as const;
  sheetBench({ isStory: true, isGuest: true, service: options }, (bench) => ({ service, workbench, sheet } = bench));

  before(() => workbench.openContainer('Agent Conversations'));

  const sentTo = (operation: string) =>
    service.requests.filter((one) => one.operation === operation).map(({ body }) => body);
  const rows = () => workbench.view('Conversations');
  const row = 'Fix the parser';
  const id = () => service.agents.all[0]?.id ?? assert.fail('nothing was started');
  const report = (status: string) => service.agents.report(id(), status);

  it('is recognized by its settings when the key is entered, before anything else is sent to it', () => {
    const asked = service.requests.map(({ method, path }) => `${method} ${path}`);
    assert.deepEqual([...new Set(asked)], ['GET /api/settings']);
    assert.ok(asked.length >= 2, asked.join('\n'));
  });

  it('has a row that asks its agent to clone, and is sent what it shows', async () => {
    await sheet.open();
    await workbench.quickInput.fill(row);
    await sheet.waitForRow('Clone: Clone https://');
    await workbench.screenshot('agent-server-1-sheet');
    await workbench.quickInput.accept();
    const { message } = await workbench.notifications.waitFor('Conversation started');
    assert.match(message, /octocat\/Hello-World/);
    assert.match(
      JSON.stringify(sentTo('startConversation')),
      /"text":"Clone https:\/\/github\.com\/octocat\/Hello-World\.git into .*\\n\\nFix the parser"/,
    );
  });

  it('tells its status when it is asked, and what its agent said last', async () => {
    report('running');
    // A menu's command asks which conversation is meant if its row is drawn again just then, as it is after a start.
    await workbench.runCommand('Agent: Refresh Status');
    await workbench.statusBarItem().waitFor('Agent: Running');
    service.agents.events.say(id(), 'Which parser?');
    report('finished');
    await rows().chooseFromContextMenu(row, 'Show Last Answer');
    await workbench.editor.waitForText('Which parser?');
    await workbench.screenshot('agent-server-2-answer');
    await workbench.runCommand('View: Close All Editors');
  });

  it('has its answer formatted on request, with no image, link or element of its own', async () => {
    const loaded: (string | undefined)[] = [];
    const images = createServer(({ url }, response) => {
      loaded.push(url);
      response.end();
    });
    await once(images.listen(0, '127.0.0.1'), 'listening');
    const image = `http://127.0.0.1:${(images.address() as AddressInfo).port}/a.png`;
    const answer = `**Fixed** it. ![a](${image}) <img src="${image}"> [go](command:workbench.action.quit)`;
    service.agents.events.say(id(), answer);
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
    await workbench.screenshot('agent-server-4-preview');
    await workbench.runCommand('View: Close All Editors');
    images.close();
    assert.deepEqual(loaded, []);
  });

  it('says of a follow-up during which the window was reloaded that it was sent, which it was once', async () => {
    const held = holds({ performs: true });
    service.misbehave('sendMessage', held);
    const before = sentTo('sendMessage').length;
    report('finished');
    await workbench.runCommand('Agent: Send Follow-Up...');
    await workbench.quickInput.waitForTitle(/^Send Follow-Up/);
    await sheet.waitForRow(`To: ${row}`);
    await workbench.quickInput.fill('Before the reload');
    await sheet.waitForMessage('Before the reload');
    await workbench.quickInput.accept();
    await held.reached;
    await workbench.reload();
    held.release();
    const { message } = await workbench.notifications.waitFor('although its window closed in the meantime');
    assert.equal(message, `The message to "${row}" was sent, although its window closed in the meantime.`);
    await workbench.screenshot('agent-server-5-resumed-follow-up');
    assert.equal(sentTo('sendMessage').length, before + 1);
    await workbench.runCommand('Notifications: Clear All Notifications');
    await workbench.openContainer('Agent Conversations');
  });
});
