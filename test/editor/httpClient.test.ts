import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { directConnection } from '../../src/client/network';
import type { Client } from '../../src/client/client';
import type { Failure, ServiceError } from '../../src/client/serviceError';
import { sampleSettings } from '../service/sampleSettings';
import { startService, type Service } from '../service/service';
import { ConnectProxy, type ConnectProxyOptions } from '../support/connectProxy';
import { setSetting } from '../support/setSetting';
import { StartBench } from '../support/startBench';
import { startOn } from '../support/startOn';

const sessionKey = 'editor-fetch-key-77';

const start = (client: Client) => startOn(client, {});

describe("VS Code's own fetch as the HTTP client", () => {
  let service: Service;
  let clients: Client[];

  beforeEach(async () => {
    service = await startService({ sessionKey, settings: sampleSettings });
    clients = [];
  });

  afterEach(async () => {
    await Promise.all(clients.map((client) => client.close()));
    await service.close();
  });

  async function connect({ baseUrl = service.url, timeoutSeconds = 10 } = {}): Promise<Client> {
    // Imported as late as the extension does: hostFetch.test.ts checks its effect on the host.
    const { createClient } = await import('../../src/client/createClient');
    const network = { ...directConnection, httpClient: 'vscode' as const };
    const client = createClient({ baseUrl, sessionKey, timeoutSeconds, network });
    clients.push(client);
    return client;
  }

  it('carries out both operations, and the host keeps its fetch and its dispatcher', async () => {
    const host = (): unknown[] => [globalThis.fetch, Reflect.get(globalThis, Symbol.for('undici.globalDispatcher.1'))];
    const before = host();
    const client = await connect();
    assert.equal((await client.loadSettings())['language'], 'en');
    assert.equal((await startOn(client, { initial_user_msg: 'Fix it' })).status, 'ok');
    for (const request of service.requests) assert.equal(sentByFetch(request.rawHeaders), true);
    host().forEach((part, index) => assert.equal(part, before[index]));
  });

  describe('chosen by the setting', () => {
    let bench: StartBench;

    beforeEach(async () => (bench = await StartBench.open()));

    afterEach(async () => {
      await setSetting('httpClient', undefined);
      await bench.dispose();
    });

    it('takes every call from the next one on', async () => {
      await bench.receive({ initial_user_msg: 'Fix it' });
      await setSetting('httpClient', 'vscode');
      await bench.receive({ initial_user_msg: 'Fix it' });
      const connection = await bench.ports.service.connect();
      assert.equal(connection.kind, 'ready');
      await connection.client.loadSettings();
      await setSetting('httpClient', 'bundled');
      await bench.receive({ initial_user_msg: 'Fix it' });
      assert.deepEqual(
        bench.service.requests.map(({ operation, rawHeaders }) => [operation, sentByFetch(rawHeaders)]),
        [
          ['startConversation', false],
          ['startConversation', true],
          ['loadSettings', true],
          ['startConversation', false],
        ],
      );
    });
  });

  describe('through the proxy that VS Code knows', () => {
    let proxy: ConnectProxy | undefined;

    afterEach(async () => {
      await setProxy(undefined);
      await proxy?.close();
    });

    /** Connects to a name that only the proxy resolves. */
    async function connectThrough(options: ConnectProxyOptions = {}, user = ''): Promise<Client> {
      proxy = await ConnectProxy.start({ ...options, names: { 'service.test': service.url } });
      await setProxy(`http://${user}${proxy.host}`);
      return connect({ baseUrl: 'http://service.test', timeoutSeconds: 2 });
    }

    it('a start arrives', async () => {
      await start(await connectThrough());
      assert.equal(service.requests.length, 1);
      assert.equal(proxy?.requests.length, 1);
      assert.equal(proxy.requests[0]?.target.startsWith('service.test'), true);
    });

    it("a start arrives with the credentials of the proxy's address, which the service doesn't see", async () => {
      const credentials = { user: 'somebody', password: 'proxy-password' };
      await start(await connectThrough({ credentials }, 'somebody:proxy-password@'));
      assert.equal(service.requests.length, 1);
      assert.equal(JSON.stringify(service.requests[0]?.rawHeaders).toLowerCase().includes('proxy-auth'), false);
    });

    // prettier-ignore
    const failures: readonly (readonly [what: string, options: ConnectProxyOptions, failure: Failure])[] = [
      ['asks for credentials', { credentials: { user: 'a', password: 'b' } }, { kind: 'proxy', reason: 'credentials', status: 407 }],
      ['rejects it', { misbehaves: { kind: 'refuses', status: 403 } }, { kind: 'proxy', reason: 'status', status: 403 }],
      ['dies afterwards', { misbehaves: { kind: 'dies', afterBytes: 0 } }, { kind: 'connectionLost' }],
    ];
    for (const [what, options, expected] of failures)
      it(`a start doesn't arrive, and may have been sent, if the proxy ${what}`, async () => {
        const { failure, sent, route } = await errorOf(start(await connectThrough(options)));
        assert.deepEqual([failure, sent, route], [expected, true, { kind: 'vscode' }]);
        assert.equal(service.requests.length, 0);
      });

    it("a start isn't sent if nothing listens there", async () => {
      const client = await connectThrough();
      await proxy?.close();
      const { failure, sent } = await errorOf(start(client));
      assert.deepEqual([failure, sent], [{ kind: 'refused' }, false]);
    });
  });
});

async function errorOf(call: Promise<unknown>): Promise<ServiceError> {
  const outcome = await call.catch((error: unknown) => error);
  const { ServiceError } = await import('../../src/client/serviceError');
  assert.ok(outcome instanceof ServiceError, `not a ServiceError: ${String(outcome)}`);
  return outcome;
}

/** True if sent by fetch; undici itself sends no such header. */
function sentByFetch(rawHeaders: readonly string[]): boolean {
  return rawHeaders.some((name) => name.toLowerCase() === 'sec-fetch-mode');
}

async function setProxy(url: string | undefined): Promise<void> {
  await vscode.workspace.getConfiguration('http').update('proxy', url, vscode.ConfigurationTarget.Global);
}
