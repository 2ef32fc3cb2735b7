import assert from 'node:assert/strict';
import { createClient } from '../../../src/client/createClient';
import { probeConnection } from '../../../src/client/http/probeConnection';
import { ServiceError } from '../../../src/client/serviceError';
import type { HttpClient } from '../../../src/client/network';
import { Redactor } from '../../../src/base/redactor';
import { parseServiceUrl } from '../../../src/client/serviceUrl';
import { UnverifiedCertificateError } from '../../../src/service/keyErrors';
import { Network } from '../../../src/service/network';
import { ServiceMemory } from '../../../src/service/serviceMemory';
import { ServiceConnection } from '../../../src/service/serviceConnection';
import { sampleSettings } from '../../service/sampleSettings';
import { startService, type Service } from '../../service/service';
import { addressOf } from '../../support/addressOf';
import { connectionParts } from '../../support/connectionParts';
import { ManInTheMiddle } from '../../support/manInTheMiddle';
import { MemoryState } from '../../support/memoryState';
import { oneMachine } from '../../support/oneMachine';
import { RecordingLog } from '../../support/recordingLog';
import { certificateFor } from '../client/certificate';

const sessionKey = 'key-of-a-service-under-https';

describe("the session key of a service whose certificate isn't checked", () => {
  let service: Service;
  let man: ManInTheMiddle;
  let connection: ServiceConnection;
  let certificate: ReturnType<typeof certificateFor>;
  let memory: ServiceMemory;
  let keys: Map<string, string>;
  let settings: { strictSSL: boolean };
  let environment: NodeJS.ProcessEnv;
  let httpClient: HttpClient;
  let serviceUrl: string;

  before(async function () {
    certificate = certificateFor('::ffff:127.0.0.1');
    // Without openssl there is no certificate for a man in the middle.
    if (!certificate) this.skip();
    service = await startService({ sessionKey, settings: sampleSettings });
  });

  after(async () => {
    if (certificate) await service.close();
  });

  beforeEach(async () => {
    // A port without connections: VS Code's fetch reuses those that it made without a check for some seconds.
    man = await ManInTheMiddle.start(service.url, certificate!);
    // To the extension, this is another machine.
    serviceUrl = `https://[::ffff:7f00:1]:${man.port}`;
    settings = { strictSSL: false };
    environment = {};
    httpClient = 'bundled';
    keys = new Map([serviceUrl, `https://127.0.0.1:${man.port}`].map((origin) => [origin, sessionKey]));
    const network = new Network({
      settings: () => ({
        support: '',
        proxy: '',
        noProxy: [],
        authorization: '',
        systemCertificates: false,
        ...settings,
      }),
      get environment() {
        return environment;
      },
      systemCertificates: () => [],
      log: new RecordingLog(),
      redactor: new Redactor(),
    });
    const configuration = {
      get serviceUrl() {
        return parseServiceUrl(serviceUrl);
      },
      get httpClient() {
        return httpClient;
      },
      requestTimeoutSeconds: 10,
    };
    memory = new ServiceMemory(new MemoryState(), oneMachine);
    connection = new ServiceConnection(
      connectionParts(createClient, {
        configuration,
        keys: { get: (origin: string) => Promise.resolve(keys.get(origin)) },
        networkFor: (...of) => network.optionsFor(...of),
        probe: probeConnection,
        memory,
      }),
    );
  });

  afterEach(async () => {
    await connection.dispose();
    await man.close();
  });

  /** Result of connecting, and the outcome of reading the settings on it. */
  async function load(): Promise<string> {
    const connected = await connection.connect();
    if (connected.kind !== 'ready') return connected.kind;
    try {
      await connected.client.loadSettings();
      return 'loaded';
    } catch (error) {
      assert.ok(error instanceof ServiceError, String(error));
      return error.failure.kind;
    }
  }

  const seen = () => man.read.includes(sessionKey);
  const isNotSeen = () => assert.ok(!seen(), 'the man in the middle has read the key');

  it("isn't sent, regardless of the caller", async () => {
    assert.equal(await load(), 'unverified');
    await assert.rejects(connection.tryKey(addressOf(serviceUrl), sessionKey), UnverifiedCertificateError);
    isNotSeen();
  });

  it("isn't sent when only the URL is tried: a connection is enough", async () => {
    const { length } = service.requests;
    await connection.tryAddress(addressOf(serviceUrl));
    assert.equal(service.requests.length, length);
    isNotSeen();
  });

  it("isn't sent if checking was turned off after it was saved", async () => {
    settings.strictSSL = true;
    assert.equal(await load(), 'tls');
    settings.strictSSL = false;
    assert.equal(await load(), 'unverified');
    isNotSeen();
  });

  it("isn't held back by a variable that the client's own connections ignore", async () => {
    settings.strictSSL = true;
    await withVariable(async () => assert.equal(await load(), 'tls'));
    isNotSeen();
  });

  it("isn't sent through VS Code's fetch either, which follows only that variable", async () => {
    httpClient = 'vscode';
    await withVariable(async () => assert.equal(await load(), 'unverified'));
    assert.equal(await load(), 'tls');
    isNotSeen();
  });

  it("isn't sent to an origin other than the accepted one", async () => {
    await memory.agree('https://[::ffff:7f00:1]');
    assert.equal(await load(), 'unverified');
    isNotSeen();
  });

  it('is sent to the accepted origin, over every route', async () => {
    await connection.agreeToUnverified(addressOf(serviceUrl));
    assert.ok(memory.isAgreed(serviceUrl));
    assert.equal(await load(), 'loaded');
    assert.ok(seen());
    await connection.tryKey(addressOf(serviceUrl), sessionKey);
    await connection.tryAddress(addressOf(serviceUrl));
    httpClient = 'vscode';
    await withVariable(async () => assert.equal(await load(), 'loaded'));
  });

  it('is sent to a service on the same machine, where there is nothing in between', async () => {
    serviceUrl = `https://127.0.0.1:${man.port}`;
    assert.equal(await load(), 'loaded');
    assert.ok(seen());
  });

  /** Node reads it on each connection. */
  async function withVariable(act: () => Promise<void>): Promise<void> {
    const before = process.env;
    process.env = { ...before, NODE_TLS_REJECT_UNAUTHORIZED: '0' };
    environment = process.env;
    try {
      await act();
    } finally {
      process.env = environment = before;
    }
  }
});
