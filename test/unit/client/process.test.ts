import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import path from 'node:path';
import { promisify } from 'node:util';
import { build, type Plugin } from 'esbuild';
import { cleanEnvironment } from '../../host/childProcess';
import { TemporaryFolder } from '../../host/temporaryFolder';
import { startService } from '../../service/service';
import { certificateFor } from './certificate';
import { sessionKey, useService } from './fixture';

/** The client as one file, with undici's Agent to recognize its instances by; either parts of undici or all of it. */
async function bundle(file: string, parts: 'inParts' | 'whole'): Promise<void> {
  const contents = `export { createClient } from './src/client/createClient'; export { Agent } from './src/client/http/undici';`;
  const whole: Plugin = {
    name: 'undici-as-a-whole',
    setup: (builder) =>
      builder.onLoad({ filter: /src.client.http.undici\.ts$/ }, () => ({
        contents: `import { Agent, buildConnector, Client } from 'undici'; const { connect } = Client.prototype; export { Agent, buildConnector, Client, connect };`,
        resolveDir: PROJECT_ROOT,
      })),
  };
  await build({
    stdin: { contents, resolveDir: PROJECT_ROOT, loader: 'ts' },
    bundle: true,
    platform: 'node',
    target: 'node22',
    format: 'cjs',
    mainFields: ['module', 'main'],
    outfile: file,
    plugins: parts === 'inParts' ? [] : [whole],
  });
}

describe('client: in a process of its own', function () {
  this.timeout(20_000);
  const fixture = useService();
  let folder: TemporaryFolder;

  before(async () => {
    folder = new TemporaryFolder('client');
    await bundle(path.join(folder.path, 'client.cjs'), 'inParts');
    await bundle(path.join(folder.path, 'whole.cjs'), 'whole');
  });

  after(() => folder.dispose());

  /** Runs a program that ends by itself, and returns what it printed last, as JSON. */
  async function run(
    program: string,
    baseUrl = fixture.service.url,
    env: Record<string, string> = {},
  ): Promise<unknown> {
    const file = path.join(folder.path, 'program.cjs');
    const options = JSON.stringify({ baseUrl, sessionKey, timeoutSeconds: 3600 });
    const unhandled = `process.on('unhandledRejection', (error) => { console.error(error); process.exit(9); });`;
    writeFileSync(file, `const options = ${options}; ${unhandled}\n(async () => {\n${program}\n})();`);
    const { stdout } = await promisify(execFile)(process.execPath, [file], {
      env: cleanEnvironment(env),
      timeout: 10_000,
    });
    return JSON.parse(stdout);
  }

  const create = `const { createClient, Agent } = require('./client.cjs'); const client = createClient(options);`;
  const print = (value: string) => `console.log(JSON.stringify(${value}));`;

  it('lets it end after calls', async () => {
    const program = `${create} await client.loadSettings(); const { status } = await client.startConversation(await client.prepare({})); await client.close(); ${print('status')}`;
    assert.equal(await run(program), 'ok');
  });

  it('lets it end after a call was canceled', async () => {
    const program = `${create} const { kind } = await client.loadSettings(AbortSignal.abort()).catch((error) => error.failure); await client.close(); ${print('kind')}`;
    assert.equal(await run(program), 'cancelled');
  });

  it('lets it end without closing the client', async () => {
    assert.equal(await run(`${create} const { language } = await client.loadSettings(); ${print('language')}`), 'en');
  });

  it('lets it end while a connection is being made', async () => {
    // Accepts the connection and leaves the TLS handshake unanswered.
    const mute = createServer((socket) => socket.on('error', () => undefined)).listen(0, '127.0.0.1');
    await once(mute, 'listening');
    try {
      const program = `${create} const call = client.prepare({}).then((body) => client.startConversation(body)).catch((error) => error); setTimeout(() => client.close(), 50); const { failure, sent } = await call; ${print('[failure.kind, sent]')}`;
      assert.deepEqual(await run(program, `https://127.0.0.1:${(mute.address() as AddressInfo).port}`), [
        'cancelled',
        false,
      ]);
    } finally {
      mute.close();
    }
  });

  const dispatcher = `globalThis[Symbol.for('undici.globalDispatcher.1')]`;
  /** Loads a bundle, calls with it, and says whether the host's `fetch` goes its own way as before. */
  const load = (file: string) => `
    const { createClient, Agent } = require('./${file}');
    const client = createClient(options);
    await client.loadSettings();
    const ours = ${dispatcher} instanceof Agent;
    const answer = await fetch(options.baseUrl + '/api/settings', { headers: { 'x-session-api-key': options.sessionKey } });
    const { language } = await answer.json();
    await client.close();
    ${print('{ ours, language, ours2: globalThis[Symbol.for("undici.globalDispatcher.1")] instanceof Agent }')}`;

  it("leaves the host's dispatcher alone if there was no fetch before", async () => {
    assert.deepEqual(await run(load('client.cjs')), { ours: false, language: 'en', ours2: false });
  });

  it('would take its place with all of undici', async () => {
    assert.deepEqual(await run(load('whole.cjs')), { ours: true, language: 'en', ours2: true });
  });

  it('leaves the existing dispatcher as the same object', async () => {
    const program = `await fetch('data:,'); const before = ${dispatcher}; ${create} await client.loadSettings(); await client.close(); ${print(`before !== undefined && before === ${dispatcher}`)}`;
    assert.equal(await run(program), true);
  });

  it('trusts the certificates that Node is told to trust, for the names in them', async function () {
    const right = certificateFor('127.0.0.1');
    const wrong = certificateFor('127.0.0.2');
    if (!right || !wrong) this.skip();
    const program = `${create} const outcome = await client.loadSettings().catch((error) => [error.failure, error.sent]); await client.close(); ${print('outcome')}`;
    const outcomes: unknown[] = [];
    for (const tls of [right, wrong]) {
      const service = await startService({ sessionKey, tls });
      service.setRawSettings({ llm_api_key_set: true });
      outcomes.push(await run(program, service.url, { NODE_EXTRA_CA_CERTS: tls.file }));
      await service.close();
    }
    const failure = { kind: 'tls', reason: 'wrongName', code: 'ERR_TLS_CERT_ALTNAME_INVALID' };
    assert.deepEqual(outcomes, [{ llm_api_key_set: true }, [failure, false]]);
  });
});
