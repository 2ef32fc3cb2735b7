import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Client, ClientOptions } from '../../src/client/client';
import type { ConversationStartResponse } from '../../src/client/records';
import { Redactor } from '../../src/base/redactor';
import { Configuration } from '../../src/service/vscode/configuration';
import { ServiceConnection } from '../../src/service/serviceConnection';
import { SessionKeys } from '../../src/service/vscode/sessionKeys';
import { connectionParts } from '../support/connectionParts';
import { fakeClient } from '../support/fakeClient';
import { eventually } from '../support/eventually';
import { MemorySecrets } from '../support/memorySecrets';
import { oneMachine } from '../support/oneMachine';
import { startOn } from '../support/startOn';

class FakeClient {
  closed = false;
  readonly options: ClientOptions;
  /** Functions that each end one start in progress. */
  readonly ends: (() => void)[] = [];
  readonly client: Client;

  constructor(options: ClientOptions, changed: () => void) {
    this.options = options;
    this.client = fakeClient({
      prepare: () => Promise.resolve({ json: '{}' }),
      startConversation: async () => {
        await new Promise<void>((resolve) => {
          this.ends.push(resolve);
          changed();
        });
        return { status: 'ok', conversation_id: options.sessionKey };
      },
      loadSettings: () =>
        this.closed ? Promise.reject(new Error('cancelled')) : Promise.resolve({ llm_api_key_set: true }),
      status: { conversations: () => Promise.resolve([null]) },
      close: () => {
        this.closed = true;
        for (const end of this.ends) end();
        changed();
        return Promise.resolve();
      },
    });
  }
}

describe('The connection to the service', () => {
  const changed = new vscode.EventEmitter<void>();
  let configuration: Configuration;
  let keys: SessionKeys;
  let connection: ServiceConnection;
  let clients: FakeClient[];
  let failure: Error | undefined;
  let origin: string;

  beforeEach(async () => {
    configuration = new Configuration();
    keys = new SessionKeys(new MemorySecrets(), new Redactor(), oneMachine);
    clients = [];
    failure = undefined;
    const open = (options: ClientOptions) => {
      if (failure) throw failure;
      const client = new FakeClient(options, () => changed.fire());
      clients.push(client);
      return client.client;
    };
    connection = new ServiceConnection(connectionParts(open, { configuration, keys }));
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

  it("tries again after a client couldn't be opened", async () => {
    failure = new Error('The chunk cannot be loaded.');
    await assert.rejects(connection.connect(), failure);
    failure = undefined;
    await client();
    assert.equal(clients.length, 1);
  });

  const underWay = (starts: number) =>
    eventually('starts are under way', () => clients[0]!.ends.length === starts, changed.event);

  it('has another client when the key changes, and leaves the calls on the one before alone', async () => {
    const first = await client();
    const start = startOn(first, {});
    await underWay(1);
    await keys.set(origin, 'second-key');
    const second = await client();
    assert.equal(await client(), second);
    assert.deepEqual(
      clients.map(({ closed, options }) => [options.sessionKey, closed]),
      [
        ['first-key', false],
        ['second-key', false],
      ],
    );
    clients[0]!.ends.shift()!();
    assert.equal(((await start) as ConversationStartResponse).conversation_id, 'first-key');
    assert.equal((await first.loadSettings()).llm_api_key_set, true);
  });

  it('connects to another service, with the key of its origin, and leaves the current one alone', async () => {
    const current = await client();
    const other = 'https://other.example/agent';
    assert.equal((await connection.connect(other)).kind, 'noKey');
    await keys.set('https://other.example', 'other-key');
    const connected = await connection.connect(other);
    assert.ok(connected.kind === 'ready' && connected.address.baseUrl === other);
    assert.deepEqual(await connected.client.status.conversations(['a']), [null]);
    assert.deepEqual(
      clients.map(({ options }) => [options.baseUrl.replace(origin, ''), options.sessionKey]),
      [
        ['', 'first-key'],
        [other, 'other-key'],
      ],
    );
    const again = await Promise.all([connection.connect(other), connection.connect(origin)]);
    assert.deepEqual(
      again.map((one) => one.kind === 'ready' && one.client),
      [connected.client, current],
    );
  });

  it("doesn't connect to an invalid service URL", async () =>
    assert.deepEqual(await connection.connect('ftp://a'), { kind: 'badAddress', reason: 'scheme' }));

  it('closes what was opened when it ends, including calls in progress, and opens nothing more', async () => {
    const first = await client();
    const start = startOn(first, {});
    await underWay(1);
    await keys.set(origin, 'second-key');
    const second = await client();
    await connection.dispose();
    await start;
    await assert.rejects(second.loadSettings(), /cancelled/);
    assert.deepEqual(
      clients.map(({ closed }) => closed),
      [true, true],
    );
  });
});
