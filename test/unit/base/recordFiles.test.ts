import assert from 'node:assert/strict';
import fs, { chmod, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { lastOf, nameOfId, RecordFiles, recordName } from '../../../src/base/recordFiles';
import { temporaryFor } from '../../../src/base/files';
import { TemporaryFolder } from '../../host/temporaryFolder';
import { RecordingLog } from '../../support/recordingLog';
import { replaced } from '../../support/replaced';
import { removeFolder } from '../../support/removeFolder';
import { nobody } from '../../support/processes';

interface Note {
  readonly text: string;
}

const format = {
  version: 2,
  read: ({ text }: Readonly<Record<string, unknown>>) => (typeof text === 'string' ? { text } : undefined),
};

describe('records in files of their own', () => {
  let folder: string;
  let log: RecordingLog;
  let notes: RecordFiles<Note>;
  const open = () => new RecordFiles<Note>(folder, format, log);
  const put = (name: string, content: string) => writeFile(path.join(folder, name), content);

  beforeEach(async () => {
    folder = path.join(new TemporaryFolder('records').path, 'notes');
    log = new RecordingLog();
    notes = open();
    await notes.write('a', { text: 'first' });
  });

  it('are read by another window, and only their owner can read them', async () => {
    assert.deepEqual(await open().read('a'), { kind: 'record', record: { text: 'first' } });
    assert.deepEqual(JSON.parse(await readFile(notes.pathOf('a'), 'utf8')), { version: 2, text: 'first' });
    if (process.platform !== 'win32') assert.equal((await fs.stat(notes.pathOf('a'))).mode & 0o777, 0o600);
  });

  it('have names as soon as there is a folder', async () => {
    assert.deepEqual(await notes.names(), ['a']);
    await removeFolder(folder);
    assert.deepEqual([await notes.names(), await notes.read('a')], [[], { kind: 'missing' }]);
  });

  it('are written only if they change', async () => {
    const { ino } = await fs.stat(notes.pathOf('a'));
    assert.deepEqual(await notes.update('a', (note) => note), { kind: 'record', record: { text: 'first' } });
    assert.equal((await fs.stat(notes.pathOf('a'))).ino, ino);
    await notes.update('a', ({ text }) => ({ text: `${text}, second` }));
    assert.deepEqual(await open().read('a'), { kind: 'record', record: { text: 'first, second' } });
  });

  it('are changed one after the other', async () => {
    const add = (more: string) => notes.update('a', ({ text }) => ({ text: text + more }));
    await Promise.all([add('1'), add('2'), add('3')]);
    assert.deepEqual(await notes.read('a'), { kind: 'record', record: { text: 'first123' } });
  });

  it('stay gone: a change of one that another window removed writes nothing', async () => {
    await open().remove('a');
    assert.deepEqual(await notes.update('a', () => ({ text: 'again' })), { kind: 'missing' });
    await notes.remove('a');
    assert.deepEqual(await readdir(folder), []);
  });

  it('are left alone if a newer version wrote them', async () => {
    const newer = JSON.stringify({ version: 3, words: ['first'] });
    await put('a.json', newer);
    assert.deepEqual(await notes.update('a', () => ({ text: 'older' })), { kind: 'newer' });
    assert.equal(await readFile(notes.pathOf('a'), 'utf8'), newer);
  });

  for (const [what, content] of [
    ['nothing', ''],
    ['half of a record', '{"version":2,"te'],
    ['zeros, after a power cut', '\0'.repeat(20)],
    ['a record without what it needs', '{"version":2}'],
    ['a record without a version', '{"text":"first"}'],
    ['a version that was never written', '{"version":1,"text":"first"}'],
    ['a list', '[]'],
  ] as const)
    it(`are set aside byte for byte, and named, if the file contains ${what}`, async () => {
      await put('a.json', content);
      await notes.write('b', { text: 'other' });
      const file = path.join(folder, 'a.json.damaged');
      assert.deepEqual(await notes.read('a'), { kind: 'damaged', file });
      assert.equal(await readFile(file, 'utf8'), content);
      assert.deepEqual([await notes.names(), await notes.read('a')], [['b'], { kind: 'missing' }]);
      await put('a.json', 'damaged again');
      await notes.read('a');
      assert.equal(await readFile(file, 'utf8'), content);
      assert.deepEqual([await notes.names(), (await readdir(folder)).length], [['b'], 3]);
    });

  it("are left in place, and named, if they can't be renamed", async function () {
    if (process.platform === 'win32' || process.getuid?.() === 0) this.skip();
    await put('a.json', 'damaged');
    await chmod(folder, 0o500);
    try {
      assert.deepEqual(await notes.read('a'), { kind: 'damaged', file: notes.pathOf('a') });
      await assert.rejects(notes.write('b', { text: 'b' }), { code: 'EACCES' });
    } finally {
      await chmod(folder, 0o700);
    }
  });

  for (const code of ['EPERM', 'EBUSY', 'EACCES'])
    it(`are read and removed once the system allows it, after ${code} for a moment, as on Windows`, async () => {
      const { readFile: read, rm: remove } = fs;
      let refusals = 4;
      const refusing =
        <Given extends unknown[], Result>(work: (...given: Given) => Promise<Result>) =>
        (...given: Given) =>
          refusals-- % 3 === 0 ? work(...given) : Promise.reject(Object.assign(new Error(code), { code }));
      using _ = replaced(fs, { readFile: refusing(read), rm: refusing(remove) });
      assert.deepEqual(await open().read('a'), { kind: 'record', record: { text: 'first' } });
      await notes.remove('a');
      assert.deepEqual([await readdir(folder), refusals], [[], -1]);
    });

  it('are claimed by one window, once for each action', async () => {
    const windows = Array.from({ length: 5 }, open);
    const claims = await Promise.all(windows.map((window) => window.claim('a', 'told')));
    assert.equal(claims.filter(Boolean).length, 1);
    assert.deepEqual([await notes.claim('a', 'told'), await notes.claim('a', 'again')], [false, true]);
    assert.deepEqual(await notes.names(), ['a']);
  });

  it('can be claimed again after the window that claimed them has released them', async () => {
    const other = open();
    await notes.claim('a', 'told');
    assert.deepEqual([await other.isClaimed('a', 'told'), await other.isClaimed('a', 'again')], [true, false]);
    await notes.release('a', 'told');
    assert.deepEqual([await other.isClaimed('a', 'told'), await notes.isClaimed('a', 'told')], [false, false]);
    assert.ok(await other.claim('a', 'told'));
  });

  it('are swept: files that a crash left at once, damaged files and claims after a month', async () => {
    await put(path.basename(temporaryFor('a.json')).replace(/\d+\.tmp$/, `${nobody}.tmp`), 'half');
    await put('b.json.damaged', 'damaged');
    await notes.claim('a', 'told');
    const left = async (days: number) => {
      const { now } = Date;
      using _ = replaced(Date, { now: () => now() + days * 24 * 60 * 60 * 1000 });
      await notes.sweep();
      return (await readdir(folder)).sort();
    };
    assert.deepEqual(await left(0), ['a.json', 'a.told.claimed', 'b.json.damaged']);
    assert.deepEqual(await left(29), ['a.json', 'a.told.claimed', 'b.json.damaged']);
    assert.deepEqual(await left(31), ['a.json']);
  });
});

describe('names of records', () => {
  it('are those of files that are neither temporary nor damaged', () => {
    const files = ['a.json', '.a.json.1.tmp', 'a.json.damaged', 'notes.txt', '.json'];
    assert.deepEqual(files.map(recordName), ['a', undefined, undefined, undefined, undefined]);
  });

  it('are valid on every system, whoever chose the id', () => {
    const ours = '0190b0a0-0000-4000-8000-000000000000';
    assert.equal(nameOfId(ours), ours);
    for (const id of ['../../evil', 'CON', 'a:b', '', 'x'.repeat(1000)]) assert.match(nameOfId(id), /^[0-9a-f]{36}$/);
    assert.notEqual(nameOfId('a'), nameOfId('b'));
  });

  it('are sorted from the last one on, and no more than wanted', () => {
    const names = Array.from({ length: 50 }, (_, index) => String(index).padStart(2, '0'));
    const mixed = names.toSorted((a, b) => a.charCodeAt(1) - b.charCodeAt(1));
    assert.deepEqual(lastOf(mixed, 3), ['49', '48', '47']);
    assert.deepEqual(lastOf(mixed, 100), names.toReversed());
    assert.deepEqual([lastOf([], 3), lastOf(mixed, 0)], [[], []]);
  });
});
