import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Client, ClientOptions } from '../../src/client/client';
import type { ConversationStartResponse } from '../../src/client/records';
import { Redactor } from '../../src/base/redactor';
import { Configuration } from '../../src/service/vscode/configuration';
import { ServiceConnection } from '../../src/service/vscode/serviceConnection';
import { SessionKeys } from '../../src/service/vscode/sessionKeys';
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
      conversations: () => Promise.resolve([null]),
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
    connection = new ServiceConnection(configuration, keys, (options) => {
      if (failure) return Promise.reject(failure);
      const client = new FakeClient(options, () => changed.fire());
      clients.push(client);
      return Promise.resolve(client.client);
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

  it("tries again after a client couldn't be opened", async () => {
    failure = new Error('The chunk cannot be loaded.');
    await assert.rejects(connection.connect(), failure);
    failure = undefined;
    await client();
    assert.equal(clients.length, 1);
  });

  const openKeys = () => clients.filter(({ closed }) => !closed).map(({ options }) => options.sessionKey);
  const oneIsOpen = () => eventually('one client is open', () => openKeys().length === 1, changed.event);
  const underWay = (starts: number) =>
    eventually('starts are under way', () => clients[0]!.ends.length === starts, changed.event);

  it('closes a replaced client at once if no call is in progress on it', async () => {
    await client();
    await keys.set(origin, 'second-key');
    await client();
    await oneIsOpen();
    assert.deepEqual(openKeys(), ['second-key']);
  });

  it('closes a client that was replaced during two starts when the last of them has ended', async () => {
    const first = await client();
    const starts = [startOn(first, {}), startOn(first, {})];
    await underWay(2);
    await keys.set(origin, 'second-key');
    await client();
    clients[0]!.ends.shift()!();
    assert.equal(((await starts[0]) as ConversationStartResponse).conversation_id, 'first-key');
    assert.deepEqual(openKeys(), ['first-key', 'second-key']);
    clients[0]!.ends.shift()!();
    assert.equal(((await starts[1]) as ConversationStartResponse).conversation_id, 'first-key');
    await oneIsOpen();
    assert.deepEqual(openKeys(), ['second-key']);
  });

  it('reopens a replaced client for a caller that held on to it, with its own key, and closes it after that', async () => {
    const first = await client();
    await keys.set(origin, 'second-key');
    await client();
    await oneIsOpen();
    assert.equal((await first.loadSettings()).llm_api_key_set, true);
    await oneIsOpen();
    assert.deepEqual(
      clients.map(({ closed, options }) => [options.sessionKey, closed]),
      [
        ['first-key', true],
        ['second-key', false],
        ['first-key', true],
      ],
    );
  });

  it('has at most two open, however often the address or the key changes', async () => {
    for (let time = 0; time < 100; time++) {
      await keys.set(origin, `key-${time}`);
      await client();
      assert.ok(openKeys().length <= 2, `${openKeys().length} open`);
    }
    assert.equal(clients.length, 100);
  });

  it('connects to another service for one call, with the key of its origin, and leaves the current one alone', async () => {
    await client();
    const other = 'https://other.example/agent';
    assert.equal((await connection.connect(other)).kind, 'noKey');
    await keys.set('https://other.example', 'other-key');
    const connected = await connection.connect(other);
    assert.ok(connected.kind === 'ready' && connected.address.baseUrl === other);
    assert.deepEqual(openKeys(), ['first-key'], 'nothing is open before a call');
    assert.deepEqual(await connected.client.conversations(['a']), [null]);
    await oneIsOpen();
    assert.deepEqual(
      clients.map(({ closed, options }) => [options.baseUrl.replace(origin, ''), options.sessionKey, closed]),
      [
        ['', 'first-key', false],
        [other, 'other-key', true],
      ],
    );
    const { client: current } = (await connection.connect()) as { client: unknown };
    const again = await connection.connect(origin);
    assert.ok(again.kind === 'ready' && again.client === current);
  });

  it("doesn't connect to an invalid service URL", async () => {
    assert.deepEqual(await connection.connect('ftp://a'), { kind: 'badAddress', reason: 'scheme' });
  });

  it('closes what is open when it ends, including calls in progress, and opens nothing more', async () => {
    const first = await client();
    const start = startOn(first, {});
    await underWay(1);
    await keys.set(origin, 'second-key');
    const second = await client();
    await connection.dispose();
    await start;
    assert.deepEqual(openKeys(), []);
    await assert.rejects(second.loadSettings(), /cancelled/);
    assert.deepEqual(openKeys(), []);
  });
});
