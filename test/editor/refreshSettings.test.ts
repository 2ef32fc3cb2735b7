import assert from 'node:assert/strict';
import { apis } from '../../src/client/apis/registry';
import { copySettingValue, refreshSettings, type SettingsPorts } from '../../src/settings/vscode/commands';
import * as vscode from 'vscode';
import { answers } from '../service/faults';
import { DrivenWindow } from '../support/drivenWindow';
import { RecordedActions } from '../support/recordedActions';
import { WiredParts } from '../support/wiredParts';
import { startService, type Service } from '../service/service';
import { sampleSettings } from '../service/sampleSettings';
import { replaced } from '../support/replaced';
import { startAtServiceUrl } from '../support/startAtServiceUrl';
import { eventually } from '../support/eventually';
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
    using actions = new RecordedActions();
    const outcome = await refreshSettings(parts.ports).catch((error: unknown) => error);
    assert.deepEqual(actions.done, ['agentConversations.settings.focus']);
    return outcome;
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

  it("doesn't repeat what the welcome text says of settings that were never saved", async () => {
    service.setSettings(undefined);
    assert.equal(await refresh(), undefined);
    assert.equal(parts.settings.state.kind, 'noSettings');
  });

  for (const [button, loads] of [
    ['Use Anyway', 2],
    [undefined, 1],
  ] as const)
    it(`asks whether the key may be sent where the certificate isn't checked: ${button ?? 'no'}`, async () => {
      using window = new DrivenWindow();
      using _ = new RecordedActions();
      window.presses = button ? [button] : [];
      const address = addressOf('https://agents.example');
      let isAgreed = false;
      let loaded = 0;
      const ready = { kind: 'ready', address, api: apis.v0 };
      const ports = {
        keys: parts.keys,
        state: parts.ports.state,
        settings: { load: () => Promise.resolve({ kind: 'unverified', loaded: ++loaded }) },
        service: {
          connect: () => Promise.resolve(isAgreed ? ready : { kind: 'unverified', address }),
          agreeToUnverified: () => Promise.resolve((isAgreed = true)),
        },
      };
      await refreshSettings(ports as unknown as SettingsPorts);
      assert.deepEqual([window.questions.length, loaded], [1, loads]);
    });

  it('finds out the API of another known service that an error was about, which is followed again', async () => {
    const other = await startService({ sessionKey: 'other-key', settings: sampleSettings, api: 'v1' });
    const { ports } = parts;
    const address = addressOf(other.url);
    const said: string[] = [];
    using _ = replaced(vscode.window, { setStatusBarMessage: (words: string) => void said.push(words) });
    using actions = new RecordedActions();
    try {
      await parts.keys.set(address.origin, 'other-key');
      await refreshSettings(ports, other.url);
      assert.deepEqual(
        [actions.done.length, other.requests.length],
        [1, 0],
        'a task of the workspace may name any other',
      );
      await ports.services.remember(address);
      await ports.followed.add(address.origin);
      await ports.followed.pause(address.origin);
      const before = service.requests.length;
      await refreshSettings(ports, other.url);
      assert.deepEqual([actions.done.length, service.requests.length], [1, before]);
      assert.equal(await ports.services.apiOf(address), 'v1');
      await eventually('it is followed again', () => !ports.followed.isEmpty, ports.followed.onDidChange);
      assert.deepEqual(said, [`$(check) Detected on ${address.origin}: API V1`]);
      await ports.services.remember(addressOf(service.url));
      await refreshSettings(ports, service.url);
      assert.deepEqual([actions.done.length, service.requests.length], [2, before + 1]);
      await parts.keys.clear(address.origin);
      using window = new DrivenWindow();
      window.typed = () => undefined;
      await refreshSettings(ports, other.url);
      assert.deepEqual([actions.done.length, service.requests.length], [2, before + 1], 'no other settings instead');
    } finally {
      await other.close();
    }
  });

  it('leaves the value of a row to be copied whole, unless it is a secret', async () => {
    const long = 'A line.\n'.repeat(1_000);
    const copied: string[] = [];
    using _ = replaced(vscode.env, { clipboard: { writeText: (text: string) => Promise.resolve(copied.push(text)) } });
    for (const value of [
      { kind: 'text', text: 'en' },
      { kind: 'text', text: long },
      { kind: 'switch', on: false },
      { kind: 'secret', set: true },
    ] as const)
      await copySettingValue(undefined, { value });
    await copySettingValue(undefined);
    assert.deepEqual(copied, ['en', long, 'false']);
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
