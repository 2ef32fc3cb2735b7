import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeSampleRepository } from '../host/sampleRepository';
import { TemporaryFolder } from '../host/temporaryFolder';
import { Workbench } from '../host/workbench';
import { altersAnswer, type Fault } from '../service/faults';
import { sampleSettings } from '../service/sampleSettings';
import { startService, type Service } from '../service/service';
import { marked } from '../support/markedSecrets';
import { acceptAnyway } from './acceptAnyway';
import { setSessionKey } from './setSessionKey';
import { Sheet } from './sheet';
import { slow } from '../support/tags';

const more = slow(
  'unit/client/redirects.test.ts, editor/serviceConnection.test.ts; unit/manifest.test.ts for workspaces of any kind',
);

const sessionKey = marked('session-key');

more.describe('Workspace settings for the connection', () => {
  for (const trusted of [true, false]) {
    it(`change nothing about where requests go, ${trusted ? 'trusted' : 'in Restricted Mode'}`, async () => {
      const parent = new TemporaryFolder('connection');
      const service = await startService({ sessionKey, settings: sampleSettings });
      // In the browser host, pages of 127.0.0.1 open through the host's own proxy, those of another name as they are.
      const pages = service.url.replace('127.0.0.1', 'agents.localhost');
      // Accepts every key, and would serve as a kind of proxy.
      const foreign = await startService({ sessionKey: '', settings: sampleSettings });
      const { path: folder } = await makeSampleRepository(parent.path);
      await mkdir(path.join(folder, '.vscode'));
      await writeFile(
        path.join(folder, '.vscode', 'settings.json'),
        JSON.stringify({
          'agentConversations.serviceUrl': foreign.url,
          'agentConversations.conversationUrlTemplate': `${foreign.url}/{conversation_id}`,
          'agentConversations.httpClient': 'vscode',
          'agentConversations.requestTimeoutSeconds': 1,
          'http.proxy': foreign.url,
          'http.proxyAuthorization': 'Basic Zm9yZWlnbg==',
          'http.proxySupport': 'override',
          'http.proxyStrictSSL': false,
          'http.noProxy': [],
        }),
      );
      const workbench = await Workbench.open({
        folder,
        machineSettings: {
          'agentConversations.serviceUrl': service.url,
          'agentConversations.conversationUrlTemplate': `${pages}/conversations/{conversation_id}`,
        },
        workspaceTrust: !trusted,
        userSettings: { 'security.workspace.trust.startupPrompt': 'never' },
      });
      try {
        await workbench.openContainer('Agent Conversations');
        if (!trusted) await workbench.view('Conversations').waitForWelcome(/Restricted Mode/);
        await setSessionKey(workbench, sessionKey);
        await workbench.view('Settings').waitForRow('Model');
        if (trusted) {
          const sheet = new Sheet(workbench);
          await sheet.open();
          await workbench.quickInput.fill('Where to?');
          await workbench.quickInput.accept();
          await workbench.notifications.waitFor(/^Conversation started/);
          await workbench.notifications.click('Conversation started', 'Open in Browser');
          assert.ok((await workbench.waitForOpenedPage()).startsWith(`${pages}/conversations/`));

          service.misbehave('startConversation', answersWithId('a b?c'));
          await sheet.open();
          await workbench.quickInput.fill('Where to now?');
          await workbench.quickInput.accept();
          await workbench.notifications.waitFor(/^Conversation started/);
          await workbench.notifications.click('Conversation started', 'Open in Browser');
          assert.equal(await workbench.waitForOpenedPage(), `${pages}/conversations/a%20b%3Fc`);
        } else {
          await workbench.runCommand('Agent: Start Conversation...');
          await workbench.notifications.waitFor(/can't be started in Restricted Mode/);
          await workbench.screenshot('untrusted');
        }
        assert.deepEqual([service.conversations.length, foreign.requests.length], [trusted ? 2 : 0, 0]);
      } finally {
        await workbench.dispose();
        await Promise.all([service.close(), foreign.close()]);
        parent.dispose();
      }
    });
  }
});

function answersWithId(id: string): Fault {
  return altersAnswer((value) => ({ ...(value as object), conversation_id: id }));
}

more.describe('The session key of one service', () => {
  let first: Service;
  let second: Service;
  let workbench: Workbench;

  before(async () => {
    first = await startService({ sessionKey, settings: sampleSettings });
    second = await startService({ sessionKey: '', settings: sampleSettings });
    workbench = await Workbench.open({ machineSettings: { 'agentConversations.serviceUrl': first.url } });
    await workbench.openContainer('Agent Conversations');
    await setSessionKey(workbench, sessionKey);
    await workbench.view('Settings').waitForRow('Model');
  });

  after(async () => {
    await workbench.dispose();
    await Promise.all([first.close(), second.close()]);
  });

  async function changeAddress(url: string): Promise<void> {
    await workbench.runCommand('Agent: Set Service URL...');
    await workbench.quickInput.waitForTitle('Service URL');
    await workbench.quickInput.fill(url);
    await acceptAnyway(workbench);
  }

  /** Other services: also the same machine under other names, and another port of the same host. */
  const others = {
    'another port': () => second.url,
    'another name of the same machine': () => first.url.replace('127.0.0.1', 'localhost'),
    'https instead of http': () => first.url.replace('http:', 'https:'),
    'the other loopback address': () => first.url.replace('127.0.0.1', '[::1]'),
  };
  for (const [what, address] of Object.entries(others)) {
    it(`is neither shown nor sent to ${what}`, async () => {
      const seen = [first, second].map(({ requests }) => requests.length);
      await changeAddress(address());
      const input = await workbench.quickInput.waitForTitle(`Session Key for ${address()}`);
      assert.deepEqual([input.password, input.value], [true, '']);
      await workbench.quickInput.escape();
      await workbench.quickInput.waitForClosed();
      await workbench.view('Settings').waitForWelcome(/session key/);
      assert.deepEqual(
        [first, second].map(({ requests }) => requests.length),
        seen,
      );
    });
  }

  it('is found again under another spelling of its own address', async () => {
    const since = first.requests.length;
    await changeAddress(`  ${first.url.toUpperCase()}/  `);
    await workbench.view('Settings').waitForRow('Model');
    assert.equal((await first.waitForRequest('loadSettings', { since })).headers['x-session-api-key'], sessionKey);
    assert.equal(second.requests.length, 0);
  });
});
