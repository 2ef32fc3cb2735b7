import assert from 'node:assert/strict';
import type { Client, ClientOptions } from '../../src/domain/ports';
import { Redactor } from '../../src/domain/redactor';
import { Configuration } from '../../src/editor/configuration';
import { ServiceConnection } from '../../src/editor/serviceConnection';
import { SessionKeys } from '../../src/editor/sessionKeys';
import { MemorySecrets } from '../support/memorySecrets';

class FakeClient implements Client {
  closed = false;
  readonly options: ClientOptions;

  constructor(options: ClientOptions) {
    this.options = options;
  }

  startConversation(): Promise<never> {
    return Promise.reject(new Error('not here'));
  }

  loadSettings(): Promise<never> {
    return Promise.reject(new Error('not here'));
  }

  close(): Promise<void> {
    this.closed = true;
    return Promise.resolve();
  }
}

describe('the connection to the service', () => {
  let configuration: Configuration;
  let keys: SessionKeys;
  let connection: ServiceConnection;
  let clients: FakeClient[];
  let failure: Error | undefined;
  let origin: string;

  beforeEach(async () => {
    configuration = new Configuration();
    keys = new SessionKeys(new MemorySecrets(), new Redactor());
    clients = [];
    failure = undefined;
    connection = new ServiceConnection(configuration, keys, (options) => {
      if (failure) return Promise.reject(failure);
      const client = new FakeClient(options);
      clients.push(client);
      return Promise.resolve(client);
    });
    const parsed = configuration.serviceUrl;
    assert.ok(parsed.ok);
    origin = parsed.address.origin;
    await keys.set(origin, 'first-key');
  });

  afterEach(async () => {
    await connection.dispose();
    keys.dispose();
    configuration.dispose();
  });

  async function client(): Promise<Client> {
    const connected = await connection.connect();
    assert.equal(connected.kind, 'ready');
    return connected.client;
  }

  it('has one client while nothing changes', async () => {
    const [a, b] = await Promise.all([client(), client()]);
    assert.equal(a, b);
    assert.equal(clients.length, 1);
  });

  it('says that no key is set', async () => {
    await keys.clear(origin);
    assert.equal((await connection.connect()).kind, 'noKey');
  });

  it('tries again after a client could not be opened', async () => {
    failure = new Error('The chunk cannot be loaded.');
    await assert.rejects(connection.connect(), failure);
    failure = undefined;
    assert.equal(await client(), clients[0]);
  });

  it('closes a client that was replaced with all others, not under a start', async () => {
    const first = await client();
    await keys.set(origin, 'second-key');
    assert.notEqual(await client(), first);
    assert.deepEqual(
      clients.map(({ closed, options }) => [options.sessionKey, closed]),
      [
        ['first-key', false],
        ['second-key', false],
      ],
    );
    await connection.dispose();
    assert.deepEqual(
      clients.map(({ closed }) => closed),
      [true, true],
    );
  });
});
