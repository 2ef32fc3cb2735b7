import assert from 'node:assert/strict';
import path from 'node:path';
import { build } from 'esbuild';
import { TemporaryFolder } from '../../host/temporaryFolder';
import { printedBy } from '../../support/printedBy';
import { StageServer } from '../outcomes/stageServer';
import { sessionKey, useService } from './fixture';

async function bundle(file: string): Promise<void> {
  await build({
    entryPoints: [path.join(PROJECT_ROOT, 'src/client/createClient.ts')],
    bundle: true,
    platform: 'node',
    target: 'node22',
    format: 'cjs',
    mainFields: ['module', 'main'],
    outfile: file,
  });
}

describe('client: in a process of its own', function () {
  this.timeout(20_000);
  const fixture = useService();
  let folder: TemporaryFolder;

  before(async () => {
    folder = new TemporaryFolder('client');
    await bundle(path.join(folder.path, 'client.cjs'));
  });

  after(() => folder.dispose());

  /** Runs a program that ends by itself, and returns what it printed last, as JSON. */
  async function run(program: string, baseUrl = fixture.service.url): Promise<unknown> {
    const options = JSON.stringify({ baseUrl, sessionKey, timeoutSeconds: 3600 });
    const unhandled = `process.on('unhandledRejection', (error) => { console.error(error); process.exit(9); });`;
    return printedBy(`const options = ${options}; ${unhandled}\n(async () => {\n${program}\n})();`, folder.path);
  }

  const create = `const { createClient } = require('./client.cjs'); const client = createClient(options);`;
  const print = (value: string) => `console.log(JSON.stringify(${value}));`;

  it('lets it end after calls', async () => {
    const program = `${create} await client.loadSettings(); const { status } = await client.startConversation(await client.prepare({})); await client.close(); ${print('status')}`;
    assert.equal(await run(program), 'ok');
  });

  it('lets it end after a call was canceled', async () => {
    const program = `${create} const { kind } = await client.loadSettings(AbortSignal.abort()).catch((error) => error.failure); await client.close(); ${print('kind')}`;
    assert.equal(await run(program), 'cancelled');
  });

  it('lets it end without closing the client', async () =>
    assert.equal(await run(`${create} const { language } = await client.loadSettings(); ${print('language')}`), 'en'));

  it('lets it end while a connection is being made', async () => {
    // Accepts the connection and leaves the TLS handshake unanswered.
    const mute = await StageServer.start(() => undefined);
    try {
      const program = `${create} const call = client.prepare({}).then((body) => client.startConversation(body)).catch((error) => error); setTimeout(() => client.close(), 50); const { failure, sent } = await call; ${print('[failure.kind, sent]')}`;
      assert.deepEqual(await run(program, `https://${mute.host}`), ['cancelled', false]);
    } finally {
      await mute.close();
    }
  });
});
