import assert from 'node:assert/strict';
import { Workbench } from '../host/workbench';
import { minimalSettings, sampleSecrets, sampleSettings, settingsWithUnknownFields } from '../service/sampleSettings';
import { startService, type Service } from '../service/service';
import { findInFiles } from '../support/findInFiles';
import { setSessionKey } from './setSessionKey';

const sessionKey = 'settings-view-key-77';

describe('the settings view', () => {
  let service: Service;
  let workbench: Workbench;

  before(async () => {
    service = await startService({ sessionKey, settings: sampleSettings });
    workbench = await Workbench.open({
      machineSettings: { 'agentConversations.serviceUrl': service.url },
      size: { width: 1280, height: 1600 },
    });
    await workbench.openContainer('Agent Conversations');
    await setSessionKey(workbench, sessionKey);
    await workbench.view('Settings').waitForRow('Model');
  });

  after(async () => {
    await workbench.dispose();
    await service.close();
  });

  async function refreshed(): Promise<string> {
    const since = service.requests.length;
    await workbench.view('Settings').clickTitleAction('Refresh Settings');
    await service.waitForRequest('loadSettings', { since });
    await workbench.patience.until(
      'fresh settings',
      () => workbench.view('Settings').message(),
      (text) => text.startsWith('Loaded'),
    );
    await workbench.view('Settings').expandAll();
    return workbench.view('Settings').text();
  }

  it('shows every field of a response that has them all, and no secret', async () => {
    const text = await refreshed();
    await workbench.screenshot('settings-full');
    assert.equal(text, everything);
    await assertNoSecrets();
  });

  it('shows every field of a response that has only the required one', async () => {
    service.setRawSettings(minimalSettings);
    const text = await refreshed();
    await workbench.screenshot('settings-minimal');
    assert.equal(text, nothingButTheRequired);
  });

  it('shows fields that it does not know under "Other"', async () => {
    service.setRawSettings(settingsWithUnknownFields);
    const text = await refreshed();
    await workbench.screenshot('settings-unknown');
    assert.equal(text.slice(text.indexOf('\nOther') + 1), other);
    await assertNoSecrets();
  });

  it('tells wire name, type, meaning and default in the tooltip, and absent from null', async () => {
    const tooltip = await workbench.view('Settings').tooltip('Condense history');
    assert.match(tooltip, /enable_default_condenser/);
    assert.match(tooltip, /Type: boolean/);
    assert.match(tooltip, /Default: on/);
    assert.match(tooltip, /did not send this field/);
    const { description } = await workbench.view('Settings').waitForRow('Condense history');
    assert.equal(description, 'on · default');
  });

  it('keeps stale values, with the error beside them, when a refresh fails', async () => {
    service.setRawSettings(undefined);
    service.setSettings(undefined);
    await workbench.view('Settings').clickTitleAction('Refresh Settings');
    await workbench.patience.until(
      'the error',
      () => workbench.view('Settings').message(),
      (text) => /has no settings for you yet/.test(text),
    );
    await workbench.screenshot('settings-stale');
    await workbench.view('Settings').waitForRow('Model');
    assert.match(await workbench.view('Settings').message(), /Loaded/);
  });

  it('keeps secrets out of files and logs', async () => {
    for (const secret of [...sampleSecrets, 'UNKNOWNSECRET']) {
      assert.deepEqual(await findInFiles(workbench.server.dataFolder, secret), [], secret);
    }
  });

  async function assertNoSecrets(): Promise<void> {
    const { text, html } = await workbench.dump();
    for (const secret of [...sampleSecrets, 'UNKNOWNSECRET', 'MCPSECRET-NEWER']) {
      assert.ok(!text.includes(secret) && !html.includes(secret), `${secret} is in the window`);
    }
  }
});

const everything = ``;
const nothingButTheRequired = ``;
const other = ``;
