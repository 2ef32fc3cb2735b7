import assert from 'node:assert/strict';
import { Workbench } from '../host/workbench';
import { sampleSettings } from '../service/sampleSettings';
import { startService, type Service } from '../service/service';
import { marked } from '../support/markedSecrets';
import { setSessionKey } from './setSessionKey';
import { Sheet } from './sheet';

const sessionKey = marked('session-key');

describe('the setting httpClient', () => {
  let service: Service;
  let workbench: Workbench;

  before(async () => {
    service = await startService({ sessionKey, settings: sampleSettings });
    workbench = await Workbench.open({
      machineSettings: { 'agentConversations.serviceUrl': service.url, 'agentConversations.httpClient': 'vscode' },
    });
  });

  after(async () => {
    await workbench.dispose();
    await service.close();
  });

  it("sends every request by VS Code's own fetch", async () => {
    await setSessionKey(workbench, sessionKey);
    await workbench.openContainer('Agent Conversations');
    await workbench.view('Settings').waitForRow('Model');
    await new Sheet(workbench).open();
    await workbench.quickInput.type('Fix the failing test');
    await workbench.quickInput.accept();
    await workbench.statusBarItem().waitFor(/Starting/);

    const sent = service.requests.map(({ operation, rawHeaders }) => ({
      operation,
      // undici by itself sends no such header.
      byFetch: rawHeaders.some((name) => name.toLowerCase() === 'sec-fetch-mode'),
    }));
    assert.deepEqual(new Set(sent.map(({ operation }) => operation)), new Set(['loadSettings', 'startConversation']));
    assert.deepEqual(
      sent.filter(({ byFetch }) => !byFetch),
      [],
    );
  });
});
