import assert from 'node:assert/strict';
import { getCACertificates, rootCertificates } from 'node:tls';
import * as vscode from 'vscode';
import { createClient } from '../../src/client/createClient';
import type { HttpClient } from '../../src/client/network';
import { Redactor } from '../../src/base/redactor';
import { ServiceError } from '../../src/client/serviceError';
import { networkFor } from '../../src/service/vscode/configuration';
import { sampleSettings } from '../service/sampleSettings';
import { startService, type Service } from '../service/service';
import { ConnectProxy } from '../support/connectProxy';
import { RecordingLog } from '../support/recordingLog';
import { selfSignedCertificate } from '../support/certificateAuthority';
import { startOn } from '../support/startOn';

const sessionKey = 'network-key';
/** Name that only the proxy knows. */
const named = 'http://service.test';

describe("VS Code's network settings", () => {
  let service: Service;
  let proxy: ConnectProxy;
  let log: RecordingLog;
  let changed: string[];
  let redactor: Redactor;

  beforeEach(async () => {
    service = await startService({ sessionKey, settings: sampleSettings });
    proxy = await ConnectProxy.start({ names: { 'service.test': service.url } });
    log = new RecordingLog();
    changed = [];
    redactor = new Redactor();
  });

  afterEach(async () => {
    for (const name of changed) await http().update(name, undefined, vscode.ConfigurationTarget.Global);
    await proxy.close();
    await service.close();
  });

  async function set(name: string, value: unknown): Promise<void> {
    changed.push(name);
    await http().update(name, value, vscode.ConfigurationTarget.Global);
  }

  /** Starts a conversation and returns the outcome. */
  async function start(baseUrl: string, httpClient: HttpClient = 'bundled'): Promise<string> {
    const network = await networkFor(log, redactor)(baseUrl, httpClient);
    const client = createClient({ baseUrl, sessionKey, timeoutSeconds: 10, network });
    try {
      return (await startOn(client, { initial_user_msg: 'Through the proxy' })).status;
    } catch (error) {
      assert.ok(error instanceof ServiceError, String(error));
      return error.failure.kind;
    } finally {
      await client.close();
    }
  }

  it('send a start through http.proxy, with http.proxyAuthorization', async () => {
    await set('proxy', proxy.url);
    await set('proxyAuthorization', 'Basic dTpw');
    assert.equal(await start(named), 'ok');
    // VS Code itself may send requests in the meantime.
    const ours = proxy.requests.filter(({ target }) => target.startsWith(named));
    assert.deepEqual(
      ours.map(({ method, target, headers }) => [method, target, headers['proxy-authorization']]),
      [['POST', `${named}/api/conversations`, 'Basic dTpw']],
    );
    assert.equal(service.requests.length, 1);
  });

  it("trust the system's certificates, unless http.systemCertificates is off", async () => {
    const certificates = async () => (await networkFor(log, redactor)('https://service.test', 'bundled')).certificates;
    const bare = (pems: readonly string[]) => new Set(pems.map((pem) => pem.replace(/\s/g, '')));
    const [all, own] = [bare(getCACertificates('system')), bare(rootCertificates)];
    const before = process.env;
    process.env = { ...before, NODE_EXTRA_CA_CERTS: '' };
    try {
      assert.deepEqual(bare(await certificates()), all.difference(own));
      await set('systemCertificates', false);
      assert.deepEqual(await certificates(), []);
    } finally {
      process.env = before;
    }
  });

  it("leave certificate checks on for VS Code's own fetch, so that no question is needed", async function () {
    const tls = selfSignedCertificate();
    if (!tls) this.skip();
    const secured = await startService({ sessionKey, settings: sampleSettings, tls });
    try {
      await set('proxyStrictSSL', false);
      assert.equal((await networkFor(log, redactor)(secured.url, 'vscode')).strictSSL, true);
      assert.deepEqual([await start(secured.url, 'vscode'), secured.requests.length], ['tls', 0]);
      assert.deepEqual([await start(secured.url, 'bundled'), secured.requests.length], ['ok', 1]);
    } finally {
      await secured.close();
    }
  });

  it("aren't taken from a workspace", async () => {
    const { Workspace } = vscode.ConfigurationTarget;
    // Some versions refuse to write it, but a settings.json can contain it anyway.
    const refused = await http()
      .update('proxy', proxy.url, Workspace)
      .then(undefined, () => 'refused');
    try {
      assert.deepEqual([await start(named), proxy.requests.length], ['nameNotFound', 0]);
    } finally {
      if (refused === undefined) await http().update('proxy', undefined, Workspace);
    }
  });
});

function http(): vscode.WorkspaceConfiguration {
  return vscode.workspace.getConfiguration('http');
}
