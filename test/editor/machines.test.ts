import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { MachineUnknownError } from '../../src/service/common/storageErrors';
import { sessionKeyPrompt } from '../../src/service/vscode/connection/askSessionKey';
import { explain } from '../../src/draft/vscode/explain';
import { sampleSettings } from '../service/sampleSettings';
import { startService, type Service } from '../service/service';
import { MemorySecrets } from '../support/memorySecrets';
import { WiredParts } from '../support/wiredParts';

/**
 * VS Code has one secret storage for all windows of a user, local and remote. Each machine has a global storage of its
 * own.
 */
describe('Two machines that share the secret storage', () => {
  let service: Service;
  let origin: string;
  let secrets: MemorySecrets;
  let laptop: WiredParts;
  let server: WiredParts;

  beforeEach(async () => {
    // Accepts every key, as whatever listens on the same port of another machine would.
    service = await startService({ sessionKey: '', settings: sampleSettings });
    ({ origin } = new URL(service.url));
    await setServiceUrl(service.url);
    secrets = new MemorySecrets();
    [laptop, server] = [await WiredParts.open(secrets), await WiredParts.open(secrets)];
  });

  afterEach(async () => {
    await Promise.all([laptop.dispose(), server.dispose()]);
    secrets.dispose();
    await setServiceUrl(undefined);
    await service.close();
  });

  const sentKeys = () => service.requests.map(({ headers }) => headers['x-session-api-key']);

  it("don't send the other's key to their own loopback address, not even when settings are loaded on startup", async () => {
    await laptop.keys.set(origin, 'key-of-the-laptop');
    assert.equal((await server.settings.ensureLoaded()).kind, 'noKey');
    const connection = await server.ports.service.connect();
    assert.equal(connection.kind, 'noKey');
    await server.ports.service.tryAddress(connection.address);
    assert.deepEqual(sentKeys(), []);

    await server.keys.set(origin, 'key-of-the-server');
    assert.equal((await laptop.settings.load()).kind, 'loaded');
    assert.equal((await server.settings.load()).kind, 'loaded');
    assert.deepEqual(sentKeys(), ['key-of-the-laptop', 'key-of-the-server']);
  });

  it("don't use a key stored before keys named their machine, and say why they ask again", async () => {
    await secrets.store(`sessionKey:${origin}`, 'key-of-whichever-machine');
    for (const { settings, keys } of [laptop, server]) {
      assert.equal((await settings.load()).kind, 'noKey');
      assert.equal(await keys.wasShared(origin), true);
    }
    assert.deepEqual(sentKeys(), []);

    await laptop.keys.set(origin, 'key-of-the-laptop');
    assert.deepEqual([await laptop.keys.wasShared(origin), await server.keys.wasShared(origin)], [false, true]);
    const values = await Promise.all((await secrets.keys()).map((name) => secrets.get(name)));
    assert.ok(!values.includes('key-of-whichever-machine'), 'kept without use');

    await server.keys.clear(origin);
    assert.equal(await server.keys.wasShared(origin), false);
    assert.equal(await laptop.keys.get(origin), 'key-of-the-laptop');
  });

  it('share the keys of services that are the same from everywhere', async () => {
    await laptop.keys.set('https://agents.example.com', 'one-key');
    assert.equal(await server.keys.get('https://agents.example.com'), 'one-key');
    assert.equal(await server.keys.wasShared('https://agents.example.com'), false);
  });

  it('load settings again when a key of their own changes, not when one of the other does', async () => {
    await laptop.keys.set(origin, 'key-of-the-laptop');
    await laptop.settings.load();
    await server.keys.set(origin, 'key-of-the-server');
    const changed = new Promise<string>((resolve) => laptop.keys.onDidChange(resolve));
    await laptop.keys.set('http://localhost:1', 'another');
    assert.equal(await changed, 'http://localhost:1', 'the first change that is its own');
    assert.equal(laptop.settings.state.kind, 'loaded');
  });

  it("don't send a key to a loopback address if they can't be told apart, and say why", async () => {
    const globalStorage = path.join(laptop.folder, 'User', 'globalStorage', 'bench');
    await mkdir(globalStorage, { recursive: true });
    await writeFile(path.join(globalStorage, 'machine'), 'in the way');
    await secrets.store(`sessionKey:${origin}`, 'key-of-whichever-machine');
    const { kind, error } = { error: undefined, ...(await laptop.settings.load()) };
    assert.equal(kind, 'failed');
    assert.match(
      explain(error).sentence,
      /the file that identifies this one can't be read or created: .*nonce\. Check/,
    );
    await assert.rejects(laptop.keys.set(origin, 'new-key'), MachineUnknownError);
    await assert.rejects(laptop.keys.wasShared(origin), MachineUnknownError);
    assert.deepEqual(sentKeys(), []);
    await laptop.keys.set('https://agents.example.com', 'one-key');
    assert.equal(await laptop.keys.get('https://agents.example.com'), 'one-key');
  });
});

describe('The prompt for a session key', () => {
  it("says why it's shown again", () => {
    const [first, again] = [false, true].map((wasShared) => sessionKeyPrompt('http://localhost:3000', wasShared));
    assert.match(first ?? '', /^Saved in VS Code's secret storage and sent only to http:\/\/localhost:3000\./);
    assert.equal(
      again,
      'The session key you entered for http://localhost:3000 earlier is no longer used: VS Code shares it with remote windows, ' +
        `where http://localhost:3000 is a different machine. Enter it again for this one. ${first}`,
    );
  });
});

async function setServiceUrl(url: string | undefined): Promise<void> {
  await vscode.workspace
    .getConfiguration('agentConversations')
    .update('serviceUrl', url, vscode.ConfigurationTarget.Global);
}
