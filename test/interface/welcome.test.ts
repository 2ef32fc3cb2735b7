import assert from 'node:assert/strict';
import { welcomeWindows } from '../host/welcomeWindows';
import { Workbench } from '../host/workbench';
import { answers } from '../service/faults';
import { sampleSettings } from '../service/sampleSettings';
import { startService, type Service } from '../service/service';
import { freeAddress } from '../support/freeAddress';
import { marked } from '../support/markedSecrets';
import { setSessionKey } from './setSessionKey';

const sessionKey = marked('session-key');

describe('The welcome text of the conversations view', () => {
  for (const { name, options, text, buttons, links } of welcomeWindows) {
    it(`says what is in the way, with one button and links: ${name}`, async () => {
      const workbench = await Workbench.open(options());
      try {
        await workbench.openContainer('Agent Conversations');
        await workbench.view('Conversations').waitForWelcome(text);
        const shown = await workbench.view('Conversations').welcome();
        assert.deepEqual([shown.buttons, shown.links], [buttons, links]);
        await workbench.screenshot(`welcome-${name.toLowerCase().replaceAll(' ', '-')}`);
      } finally {
        await workbench.dispose();
      }
    });
  }
});

describe('The welcome text of the settings view', () => {
  let service: Service;
  let workbench: Workbench;

  before(async () => {
    service = await startService({ sessionKey });
  });

  after(() => service.close());
  afterEach(() => workbench.dispose());

  async function expectWelcome(text: RegExp, button: string, links: readonly string[]): Promise<void> {
    await workbench.view('Settings').waitForWelcome(text);
    const shown = await workbench.view('Settings').welcome();
    assert.deepEqual([shown.buttons, shown.links], [[button], links]);
  }

  async function open(serviceUrl: string): Promise<void> {
    workbench = await Workbench.open({
      folder: null,
      machineSettings: { 'agentConversations.serviceUrl': serviceUrl },
    });
    await workbench.openContainer('Agent Conversations');
  }

  it('leads from an invalid URL to a service without settings, and opens that in the browser', async () => {
    await open('agents.example.com');
    await expectWelcome(/isn't valid/, 'Set Service URL', []);
    await workbench.view('Settings').clickWelcome('Set Service URL');
    await workbench.quickInput.answer('Service URL', service.url);
    await workbench.quickInput.answer(`Session Key for ${service.url}`, sessionKey);
    await expectWelcome(/no settings for you yet/, 'Open Service in Browser', ['refresh']);
    await workbench.screenshot('welcome-no-settings');
    await workbench.view('Settings').clickWelcome('Open Service in Browser');
    // In the browser host, pages of 127.0.0.1 open through the host's own proxy.
    assert.match(await workbench.waitForOpenedPage(), new RegExp(new URL(service.url).port));
    service.setSettings(sampleSettings);
    await workbench.view('Settings').clickWelcome('refresh');
    await workbench.view('Settings').waitForRow('Model');
  });

  it("reports a service that doesn't respond, and a key that is no longer valid", async () => {
    const url = await freeAddress();
    await open(url);
    await expectWelcome(/No session key is set/, 'Set Session Key', ['Set the service URL', 'Take the tour']);
    await workbench.runCommand('Agent: Set Session Key...');
    await workbench.quickInput.answer(/^Session Key for/, sessionKey);
    // The URL is wrong: its button leads there.
    await workbench.quickInput.waitForMessage(/Press Enter again to save the key/);
    await workbench.screenshot('welcome-key-nobody-there');
    await workbench.quickInput.clickButton('Set Service URL...');
    await workbench.quickInput.answer('Service URL', service.url);
    await workbench.quickInput.answer(`Session Key for ${service.url}`, sessionKey);
    await workbench.quickInput.waitForClosed();
    // The key is saved by then; a reload may come before it is.
    await workbench.view('Settings').waitForRow('Model');
    const changed = service.misbehave('loadSettings', answers(401, { detail: 'Unauthorized' }), { times: Infinity });
    await workbench.reload();
    await workbench.openContainer('Agent Conversations');
    await expectWelcome(/rejected the session key/, 'Set Session Key', ['Set the service URL']);
    changed.dispose();
    await setSessionKey(workbench, sessionKey);
    await workbench.view('Settings').waitForRow('Model');
  });
});
