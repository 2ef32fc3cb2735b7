import assert from 'node:assert/strict';
import { refreshSettings } from '../../src/settings/vscode/settingsActions';
import { answers } from '../service/faults';
import { RecordedDeeds } from '../support/recordedDeeds';
import { WiredParts } from '../support/wiredParts';
import type { Service } from '../service/service';
import { sampleSettings } from '../service/sampleSettings';
import { startAtServiceUrl } from '../support/startAtServiceUrl';
import { addressOf } from '../support/addressOf';

describe('Refreshing the settings', () => {
  let service: Service;
  let parts: WiredParts;

  beforeEach(async () => {
    service = await startAtServiceUrl({ sessionKey: 'a-key', settings: sampleSettings });
    parts = await WiredParts.open();
    await parts.keys.set(addressOf(service.url).origin, 'a-key');
  });

  afterEach(async () => {
    await parts.dispose();
    await service.close();
  });

  async function refresh(): Promise<unknown> {
    using _ = new RecordedDeeds();
    return await refreshSettings(parts.ports).catch((error: unknown) => error);
  }

  it("doesn't repeat in a notification what the view says above older settings", async () => {
    assert.equal(await refresh(), undefined);
    service.misbehave('loadSettings', answers(500), { times: Infinity });
    assert.equal(await refresh(), undefined);
    assert.equal(parts.settings.state.kind, 'failed');
  });

  it("doesn't repeat what the welcome text says of the key", async () => {
    service.misbehave('loadSettings', answers(401, { detail: 'Unauthorized' }), { times: Infinity });
    assert.equal(await refresh(), undefined);
    assert.equal(parts.settings.state.kind, 'keyRefused');
  });

  it('says the reason where the welcome text has none', async () => {
    service.misbehave('loadSettings', answers(500), { times: Infinity });
    assert.match(String(await refresh()), /500/);
  });

  const changes: Readonly<Record<string, () => Promise<void>>> = {
    'another key was saved, also in another window': () => parts.keys.set(addressOf(service.url).origin, 'another-key'),
    'its certificate need not be verified': () => parts.ports.service.agreeToUnverified(addressOf(service.url)),
  };
  for (const [what, change] of Object.entries(changes))
    it(`is due once ${what}: what was read before is not shown`, async () => {
      await refresh();
      assert.equal(parts.settings.state.kind, 'loaded');
      const reset = new Promise<string>((resolve) => parts.settings.onDidChange(({ kind }) => resolve(kind)));
      await change();
      assert.equal(await reset, 'idle');
    });
});
