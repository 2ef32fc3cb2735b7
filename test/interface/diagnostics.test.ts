import assert from 'node:assert/strict';
import { Workbench } from '../host/workbench';
import { marked, markedIn } from '../support/markedSecrets';
import { startService, type Service } from '../service/service';
import { setSessionKey } from './setSessionKey';

const sessionKey = marked('session-key');

describe('Copy Diagnostics', () => {
  let service: Service;
  let workbench: Workbench;

  before(async () => {
    service = await startService({ sessionKey });
    workbench = await Workbench.open({ machineSettings: { 'agentConversations.serviceUrl': service.url } });
    await workbench.openContainer('Agent Conversations');
    await setSessionKey(workbench, sessionKey);
  });

  after(async () => {
    await workbench.dispose();
    await service.close();
  });

  it('says so once, sends nothing, and shows what it copied', async () => {
    const sent = service.requests.length;
    await workbench.runCommand('Agent: Copy Diagnostics');
    await workbench.notifications.waitFor('Diagnostics copied.');
    await workbench.screenshot('diagnostics-1-copied');
    await workbench.notifications.click('Diagnostics copied.', 'Show');
    const text = await workbench.editor.waitForText(/Session key: set/);
    await workbench.screenshot('diagnostics-2-shown');
    assert.deepEqual(markedIn(text), []);
    assert.equal(service.requests.length, sent);
  });
});
