import assert from 'node:assert/strict';
import type { Client, ClientOptions } from '../../../src/client/client';
import { Emitter } from '../../../src/base/event';
import { directConnection } from '../../../src/client/network';
import { parseServiceUrl } from '../../../src/client/serviceUrl';
import { UnverifiedCertificateError } from '../../../src/service/sessionKey';
import { ServiceConnection } from '../../../src/service/serviceConnection';
import { addressOf } from '../../support/addressOf';
import { connectionParts } from '../../support/connectionParts';
import { eventually } from '../../support/eventually';
import { fakeClient } from '../../support/fakeClient';
import { startOn } from '../../support/startOn';

interface Opened {
  readonly options: ClientOptions;
  closed: boolean;
  /** Functions that each end one start in progress. */
  readonly ends: (() => void)[];
}

const origin = 'http://localhost:3000';

describe('The connection to the service', () => {
  const changed = new Emitter<void>();
  const configuration = {
    serviceUrl: parseServiceUrl(origin),
    requestTimeoutSeconds: 10,
    httpClient: 'bundled',
  } as const;
  let keys: Map<string, string>;
  let connection: ServiceConnection;
  let opened: Opened[];
  let failure: Error | undefined;

  beforeEach(() => {
    keys = new Map([[origin, 'first-key']]);
    opened = [];
    failure = undefined;
    const stored = { get: (of: string) => Promise.resolve(keys.get(of)) };
    connection = new ServiceConnection(connectionParts(open, { configuration, keys: stored }));
  });

  afterEach(() => connection.dispose());

  function open(options: ClientOptions): Client {
    if (failure) throw failure;
    const one: Opened = { options, closed: false, ends: [] };
    opened.push(one);
    return fakeClient({
      prepare: () => Promise.resolve({ json: '{}' }),
      startConversation: async () => {
        await new Promise<void>((resolve) => {
          one.ends.push(resolve);
          changed.fire();
        });
        return { status: 'ok', conversation_id: options.sessionKey };
      },
      loadSettings: () =>
        one.closed ? Promise.reject(new Error('cancelled')) : Promise.resolve({ llm_api_key_set: true }),
      status: { conversations: () => Promise.resolve([null]) },
      close: () => {
        one.closed = true;
        for (const end of one.ends) end();
        return Promise.resolve();
      },
    });
  }

  async function client(baseUrl?: string): Promise<Client> {
    const connected = await connection.connect(baseUrl);
    assert.equal(connected.kind, 'ready');
    return connected.client;
  }

  /** A start that waits for its answer. */
  async function begin(on: Client): Promise<{ readonly ended: Promise<unknown> }> {
    const ended = startOn(on, {});
    await eventually('a start is under way', () => opened[0]?.ends.length === 1, changed.event);
    return { ended };
  }

  it('has one client while nothing changes', async () => {
    const [one, other] = await Promise.all([client(), client()]);
    assert.equal(one, other);
    assert.equal(opened.length, 1);
    assert.equal(opened[0]?.options.retrySettings, true);
  });

  it('says that no key is set', async () => {
    keys.clear();
    assert.equal((await connection.connect()).kind, 'noKey');
  });

  it("tries again after a client couldn't be opened", async () => {
    failure = new Error('The chunk cannot be loaded.');
    await assert.rejects(connection.connect(), failure);
    failure = undefined;
    await client();
    assert.equal(opened.length, 1);
  });

  it('has another client when the key changes, and leaves the calls on the one before alone', async () => {
    const first = await client();
    const { ended } = await begin(first);
    keys.set(origin, 'second-key');
    const second = await client();
    assert.equal(await client(), second);
    const known = opened.map(({ closed, options }) => [options.sessionKey, closed]);
    assert.deepEqual(known, [
      ['first-key', false],
      ['second-key', false],
    ]);
    opened[0]?.ends[0]?.();
    assert.deepEqual(await ended, { status: 'ok', conversation_id: 'first-key' });
    assert.equal((await first.loadSettings()).llm_api_key_set, true);
  });

  it('connects to another service, with the key of its origin, and leaves the current one alone', async () => {
    const current = await client();
    const other = 'https://other.example/agent';
    assert.equal((await connection.connect(other)).kind, 'noKey');
    keys.set('https://other.example', 'other-key');
    const connected = await connection.connect(other);
    assert.ok(connected.kind === 'ready' && connected.address.baseUrl === other);
    assert.deepEqual(await connected.client.status.conversations(['a']), [null]);
    const known = opened.map(({ options }) => [options.baseUrl, options.sessionKey]);
    assert.deepEqual(known, [
      [origin, 'first-key'],
      [other, 'other-key'],
    ]);
    assert.deepEqual(await Promise.all([client(other), client(origin)]), [connected.client, current]);
  });

  it("doesn't connect to an invalid service URL", async () =>
    assert.deepEqual(await connection.connect('ftp://a'), { kind: 'badAddress', reason: 'scheme' }));

  it('closes what was opened when it ends, including calls in progress', async () => {
    const { ended } = await begin(await client());
    keys.set(origin, 'second-key');
    const second = await client();
    await connection.dispose();
    await ended;
    await assert.rejects(second.loadSettings(), /cancelled/);
    for (const { closed } of opened) assert.ok(closed);
  });
});

describe("The session key of a service whose certificate isn't checked", () => {
  const service = addressOf('https://agents.example');
  let sent: string[];
  let probed: string[];
  let strictSSL: boolean;

  beforeEach(() => {
    [sent, probed] = [[], []];
    strictSSL = false;
  });

  function connectionTo(baseUrl = service.baseUrl): ServiceConnection {
    const open = ({ sessionKey }: ClientOptions) => {
      sent.push(sessionKey);
      return fakeClient({ loadSettings: () => Promise.resolve({ llm_api_key_set: true }) });
    };
    const parts = connectionParts(open, {
      configuration: { serviceUrl: parseServiceUrl(baseUrl), requestTimeoutSeconds: 10, httpClient: 'bundled' },
      keys: { get: () => Promise.resolve('stored') },
      networkFor: () => Promise.resolve({ ...directConnection, strictSSL }),
      probe: (options) => Promise.resolve(void probed.push(options.baseUrl)),
    });
    return new ServiceConnection(parts);
  }

  it("isn't sent, whoever asks, and entering the URL only opens a connection", async () => {
    const connection = connectionTo();
    assert.equal((await connection.connect()).kind, 'unverified');
    assert.equal(await connection.isUnverified(service), true);
    for (const asking of [() => connection.tryKey(service, 'typed'), () => connection.findOtherApi(service)])
      await assert.rejects(asking, UnverifiedCertificateError);
    await connection.tryAddress(service);
    assert.deepEqual([sent, probed], [[], [service.baseUrl]]);
  });

  it("isn't sent once checking is turned off, although it was sent before", async () => {
    strictSSL = true;
    const connection = connectionTo();
    assert.equal((await connection.connect()).kind, 'ready');
    strictSSL = false;
    assert.equal((await connection.connect()).kind, 'unverified');
  });

  it('is sent to the origin that the user agreed to, and to no other', async () => {
    const connection = connectionTo();
    await connection.agreeToUnverified(addressOf(`${service.origin}:8443`));
    assert.equal((await connection.connect()).kind, 'unverified');
    await connection.agreeToUnverified(service);
    assert.equal((await connection.connect()).kind, 'ready');
    await connection.tryKey(service, 'typed');
    await connection.tryAddress(service);
    assert.deepEqual([sent, probed], [['stored', 'typed', 'stored'], []]);
  });

  it('is sent to a service on the same machine, where there is nothing in between', async () =>
    assert.equal((await connectionTo('https://127.0.0.1:3000').connect()).kind, 'ready'));
});
