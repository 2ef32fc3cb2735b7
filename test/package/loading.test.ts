import assert from 'node:assert/strict';
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { TemporaryFolder } from '../host/temporaryFolder';
import { shippedExtension } from '../host/vsix';
import { sampleSettings } from '../service/sampleSettings';
import { startService } from '../service/service';
import { printedBy } from '../support/printedBy';

const kilobyte = 1000;

describe('The packaged extension', function () {
  // Packages the extension if that hasn't been done yet.
  this.timeout(60_000);
  let extension: string;
  let dist: string;
  let folder: TemporaryFolder;

  before(async () => {
    folder = new TemporaryFolder('loading');
    extension = (await shippedExtension()).folder;
    dist = path.join(extension, 'dist');
  });

  after(() => folder.dispose());

  /** Runs a program with a `vscode` module that has every name and does nothing. Returns what it printed, as JSON. */
  async function run(program: string): Promise<unknown> {
    const stub = `
      const Module = require('node:module');
      const known = { [Symbol.iterator]: () => [].values(), [Symbol.toPrimitive]: () => '' };
      const get = (target, name) => (name === 'prototype' ? target.prototype : known[name] ?? nothing);
      const nothing = new Proxy(class {}, { get, apply: () => nothing, construct: () => nothing });
      const load = Module._load;
      Module._load = (name, ...more) => (name === 'vscode' ? nothing : load(name, ...more));
      const loaded = () => Object.keys(require.cache).filter((file) => file.startsWith(${JSON.stringify(dist)}));
      const dispatcher = () => globalThis[Symbol.for('undici.globalDispatcher.1')];
      const main = ${JSON.stringify(path.join(dist, 'extension.js'))};`;
    return printedBy(`${stub}\n${program}`, folder.path);
  }

  const clientChunk = () => {
    const chunks = readdirSync(path.join(dist, 'chunks')).filter((file) => file.startsWith('createClient-'));
    assert.equal(chunks.length, 1, `client chunks: ${chunks.join(', ')}`);
    return path.join(dist, 'chunks', chunks[0]!);
  };

  it('loads at most 10 kB at once', async () => {
    const files = (await run('require(main); console.log(JSON.stringify(loaded()))')) as string[];
    const sizes = files.map((file) => [path.relative(dist, file), statSync(file).size] as const);
    const total = sizes.reduce((sum, [, size]) => sum + size, 0);
    const shown = sizes.map((file) => file.join(' ')).join(', ');
    assert.ok(total > kilobyte && total <= 10 * kilobyte, `${total} bytes: ${shown}`);
  });

  it("doesn't load the client, undici and zod until they're needed", async () => {
    const files = (await run(
      'require(main); console.log(JSON.stringify([...loaded(), String(dispatcher())]))',
    )) as string[];
    assert.ok(files.includes(path.join(dist, 'extension.js')), 'nothing is loaded');
    assert.ok(!files.includes(clientChunk()), 'the client is loaded');
    assert.equal(files.at(-1), 'undefined', 'a dispatcher of fetch is there');
  });

  /** Activates, does something at once, and returns what is loaded after all deferred work had its turn. */
  const afterActivation = (atOnce = '') =>
    run(`
      const { secrets, globalState, workspaceState } = nothing;
      const globalStorageUri = { fsPath: ${JSON.stringify(folder.path)} };
      const context = { subscriptions: [], secrets, globalState, workspaceState, globalStorageUri };
      require(main).activate(context);
      const before = loaded();
      ${atOnce}
      setTimeout(() => {
        process.stdout.write(JSON.stringify({ before, after: loaded(), dispatcher: String(dispatcher()) }), process.exit);
      }, 100);`) as Promise<{ before: string[]; after: string[]; dispatcher: string }>;
  const isWiring = (file: string) => path.basename(file).startsWith('wire-');

  it('loads nothing more while it activates, and the rest right after', async () => {
    const { before, after, dispatcher } = await afterActivation();
    assert.deepEqual(before, [path.join(dist, 'extension.js')]);
    assert.equal(after.filter(isWiring).length, 1, after.join('\n'));
    assert.ok(!after.includes(clientChunk()), 'the client is loaded');
    assert.equal(dispatcher, 'undefined', 'a dispatcher of fetch is there');
  });

  it('loads nothing in a window that closes at once', async () => {
    const { before, after } = await afterActivation('for (const one of context.subscriptions) one.dispose();');
    assert.deepEqual(after, before);
  });

  for (const [when, first] of [
    ['before the first fetch', ''],
    ['after a fetch', 'Headers;'],
  ]) {
    it(`leaves the dispatcher of fetch to the host when the client is loaded ${when}`, async () => {
      const load = `require(main); if (!require(${JSON.stringify(clientChunk())}).createClient) throw new Error('no client');`;
      const same = 'console.log(before === dispatcher())';
      assert.equal(await run(`${first} const before = dispatcher(); ${load} ${same}`), true);
    });
  }

  it('has all of undici that a start and its answer need', async () => {
    const service = await startService({ sessionKey: 'key', settings: sampleSettings });
    const options = JSON.stringify({ baseUrl: service.url, sessionKey: 'key', timeoutSeconds: 5 });
    try {
      const status = await run(`
        const client = require(${JSON.stringify(clientChunk())}).createClient(${options});
        const started = client.prepare({ initial_user_msg: 'Fix it' }).then((body) => client.startConversation(body));
        started.then(({ status }) => (console.log(JSON.stringify(status)), client.close()));`);
      assert.equal(status, 'ok');
      assert.equal(service.requests.length, 1);
    } finally {
      await service.close();
    }
  });

  it('loads one file, with activate, deactivate and what the chunks share', async () => {
    const [files, names] = (await run(
      'const names = Object.keys(require(main)); console.log(JSON.stringify([loaded(), names]))',
    )) as string[][];
    assert.deepEqual(files, [path.join(dist, 'extension.js')]);
    const others = names?.filter((name) => !/^chunk-\w+\.js$/.test(name));
    assert.deepEqual(others, ['activate', 'deactivate']);
  });
});
