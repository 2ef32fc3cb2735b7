import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import path from 'node:path';
import { TemporaryFolder } from '../host/temporaryFolder';
import { shippedExtension } from '../host/vsix';
import { printedBy } from './stubbed';

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

  const run = (program: string) =>
    printedBy(
      `const loaded = () => Object.keys(require.cache).filter((file) => file.startsWith(${JSON.stringify(dist)}));
      const dispatcher = () => globalThis[Symbol.for('undici.globalDispatcher.1')];
      ${program}`,
      extension,
      folder.path,
    );

  const fileOf = (name: string) => path.join(dist, `${name}.js`);
  const loadedBy = async (program: string) =>
    (await run(`${program} console.log(JSON.stringify(loaded()))`)) as string[];

  it('loads one file of at most 15 kB at once', async () => {
    assert.deepEqual(await loadedBy('require(main);'), [fileOf('extension')]);
    const { size } = statSync(fileOf('extension'));
    assert.ok(size > kilobyte && size <= 15 * kilobyte, `${size} bytes`);
  });

  it('exports activate and deactivate', async () =>
    assert.deepEqual(await run('console.log(JSON.stringify(Object.keys(require(main)).sort()))'), [
      'activate',
      'deactivate',
    ]));

  it('ends once everything that has to be finished before is finished, even if a part of it fails', async () => {
    const ended = await run(`
      const finished = [];
      const finish = () => new Promise((resolve) => setImmediate(() => resolve(finished.push('saved'))));
      const fail = () => Promise.reject(new Error('The disk is full.'));
      const wire = ({ atEnd }) => {
        for (const each of [fail, finish]) atEnd(each);
        return { api: named('api') };
      };
      const stubbed = Module._load;
      const keepViewsCurrent = () => ({ conversationsTree: named('tree'), settingsTree: named('tree') });
      const rest = { wire, keepViewsCurrent };
      Module._load = (name, ...more) => (name.startsWith('./main') ? rest : stubbed(name, ...more));
      const { activate, deactivate } = require(main);
      activate(context);
      setImmediate(() => setImmediate(() => deactivate().then(() => console.log(JSON.stringify(finished)))));`);
    assert.deepEqual(ended, ['saved']);
  });

  /** Activates, does something at once, and returns what is loaded after all deferred work had its turn. */
  const afterActivation = (atOnce = '') =>
    run(`
      require(main).activate(context);
      const before = loaded();
      ${atOnce}
      setTimeout(() => {
        process.stdout.write(JSON.stringify({ before, after: loaded(), dispatcher: String(dispatcher()) }), process.exit);
      }, 100);`) as Promise<{ before: string[]; after: string[]; dispatcher: string }>;

  it('loads nothing more while it activates, and the rest right after, without undici', async () => {
    const { before, after, dispatcher } = await afterActivation();
    assert.deepEqual(before, [fileOf('extension')]);
    assert.deepEqual(after, [fileOf('extension'), fileOf('main')]);
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
    it(`leaves the dispatcher of fetch to the host when undici is loaded ${when}`, async () => {
      const load = `if (!require(${JSON.stringify(fileOf('undici'))}).Agent) throw new Error('no undici');`;
      const same = 'console.log(before === dispatcher())';
      assert.equal(await run(`${first} const before = dispatcher(); ${load} ${same}`), true);
    });
  }
});
