import assert from 'node:assert/strict';
import { Workbench } from '../host/workbench';
import { windowSettings } from '../host/windowSettings';
import { reloadWith } from '../pictures/reloadWith';
import { sampleSettings } from '../service/sampleSettings';
import { startService, type Service } from '../service/service';
import { marked } from '../support/markedSecrets';
import { certificateFor } from '../unit/client/certificate';
import { acceptAnyway } from './acceptAnyway';
import { Sheet } from './sheet';

const sessionKey = marked('session-key');

describe('Certificates that are no longer checked', () => {
  let service: Service | undefined;
  let workbench: Workbench | undefined;

  before(async function () {
    const tls = certificateFor('0.0.0.0');
    // Without openssl, there is nothing to serve with.
    if (!tls) this.skip();
    service = await startService({ sessionKey, settings: sampleSettings, tls });
  });

  after(async () => {
    await workbench?.dispose();
    await service?.close();
  });

  it('keep the key from the settings and from a start until the user agrees, once', async () => {
    assert.ok(service);
    // To the extension, this is another machine.
    const address = service.url.replace('127.0.0.1', '0.0.0.0');
    const machine = { 'agentConversations.serviceUrl': address };
    workbench = await Workbench.open({ machineSettings: machine });
    const view = workbench.view('Settings');
    const sheet = new Sheet(workbench);
    const question = `The certificate of ${address} isn't checked.`;
    await workbench.runCommand('Agent: Set Session Key...');
    await workbench.quickInput.waitForTitle(`Session Key for ${address}`);
    await workbench.quickInput.fill(sessionKey);
    await acceptAnyway(workbench);

    await reloadWith(workbench, { machine, user: { ...windowSettings(), 'http.proxyStrictSSL': false } });
    await view.waitForWelcome(/your session key wasn't sent/);
    const { buttons, links } = await view.welcome();
    assert.deepEqual([buttons, links], [['Open Settings'], ['use the service anyway']]);
    await workbench.screenshot('unchecked-welcome');
    await view.clickWelcome('use the service anyway');
    await workbench.dialog.waitFor(question);
    await workbench.page.keyboard.press('Escape');
    await sheet.open();
    await workbench.quickInput.fill('To whom?');
    await workbench.quickInput.accept();
    const { detail } = await workbench.dialog.waitFor(question);
    assert.match(detail, /read your session key/);
    await workbench.screenshot('unchecked-question');
    await workbench.page.keyboard.press('Escape');
    await sheet.waitForMessage('To whom?');
    assert.equal(service.requests.length, 0, 'nothing has come');

    await workbench.quickInput.accept();
    await workbench.dialog.waitFor(question);
    await workbench.dialog.click('Use Anyway');
    await workbench.notifications.waitFor(/^Conversation started/);
    await view.waitForRow('Model');
    await workbench.reload();
    await workbench.openContainer('Agent Conversations');
    await view.waitForRow('Model');
    assert.equal(await workbench.dialog.state(), undefined);
    assert.equal(service.conversations.length, 1);
  });
});
