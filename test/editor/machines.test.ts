import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { MachineUnknownError } from '../../src/service/machine';
import { explain } from '../../src/start/vscode/explain';
import { sampleSettings } from '../service/sampleSettings';
import type { Service } from '../service/service';
import { MemorySecrets } from '../support/memorySecrets';
import { startAtServiceUrl } from '../support/startAtServiceUrl';
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
    service = await startAtServiceUrl({ sessionKey: '', settings: sampleSettings });
    ({ origin } = new URL(service.url));
    secrets = new MemorySecrets();
    [laptop, server] = [await WiredParts.open(secrets), await WiredParts.open(secrets)];
  });

  afterEach(async () => {
    await Promise.all([laptop.dispose(), server.dispose()]);
    secrets.dispose();
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

  it('share the keys of services that are the same from everywhere', async () => {
    await laptop.keys.set('https://agents.example.com', 'one-key');
    assert.equal(await server.keys.get('https://agents.example.com'), 'one-key');
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
    const { kind, error } = { error: undefined, ...(await laptop.settings.load()) };
    assert.equal(kind, 'failed');
    assert.match(explain(error).sentence, /This machine's ID file can't be read or created: .*nonce\. Check/);
    await assert.rejects(laptop.keys.set(origin, 'new-key'), MachineUnknownError);
    assert.deepEqual(sentKeys(), []);
    await laptop.keys.set('https://agents.example.com', 'one-key');
    assert.equal(await laptop.keys.get('https://agents.example.com'), 'one-key');
  });
});
