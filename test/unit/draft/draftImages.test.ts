import fc from 'fast-check';
import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { DraftImage } from '../../../src/draft/draft';
import { DraftImages } from '../../../src/draft/draftParts';
import { RecordingLog } from '../../support/recordingLog';
import { removeFolder } from '../../support/removeFolder';

const png = (bytes: string) => `data:image/png;base64,${Buffer.from(bytes).toString('base64')}`;

describe('the images of a draft', () => {
  let parent: string;
  let folder: string;
  let log: RecordingLog;
  let images: DraftImages;

  beforeEach(async () => {
    parent = await mkdtemp(path.join(tmpdir(), 'draft-images-'));
    folder = path.join(parent, 'images');
    log = new RecordingLog();
    images = open();
  });

  afterEach(() => removeFolder(parent));

  /** The images after a reload of the window. */
  const open = () => new DraftImages(folder, log);
  /** Content of a draft's file, as read back. */
  const written = async (given: readonly DraftImage[]) =>
    JSON.parse(JSON.stringify(await images.write(given))) as readonly Record<string, unknown>[];

  it('come back after a reload, with their bytes in files that only the owner can read', async () => {
    const given: DraftImage[] = [
      { name: 'a.png', url: png('first'), inText: true },
      { name: 'b.jpg', url: 'data:image/jpeg;base64,/9j/' },
    ];
    const stored = await written(given);
    assert.doesNotMatch(JSON.stringify(stored), /base64/);
    assert.equal(await readFile(path.join(folder, 'a.png'), 'utf8'), 'first');
    assert.equal((await stat(path.join(folder, 'a.png'))).mode & 0o777, 0o600);
    assert.deepEqual(await open().read(stored), given);
  });

  it('are written once, and again if another one comes with the same name', async () => {
    await written([{ name: 'a.png', url: png('first') }]);
    await rm(path.join(folder, 'a.png'));
    await written([{ name: 'a.png', url: png('first') }]);
    assert.deepEqual(await readdir(folder), []);
    await written([{ name: 'a.png', url: png('second') }]);
    assert.equal(await readFile(path.join(folder, 'a.png'), 'utf8'), 'second');
  });

  it('are deleted when no longer referred to, and their folder with the last one; other files stay', async () => {
    const stored = await images.write([
      { name: 'a.png', url: png('a') },
      { name: 'b.png', url: png('b') },
    ]);
    await images.removeBut(stored.slice(1));
    assert.deepEqual(await readdir(folder), ['b.png']);
    await images.removeBut([]);
    assert.deepEqual(await readdir(parent), []);
    await images.write([{ name: 'a.png', url: png('a') }]);
    await writeFile(path.join(folder, 'message.md'), 'x');
    await images.removeBut([]);
    assert.deepEqual(await readdir(folder), ['message.md']);
  });

  it('are dropped if their bytes are gone, and the log says so', async () => {
    const stored = await written([
      { name: 'a.png', url: png('a') },
      { name: 'b.png', url: png('b') },
    ]);
    await rm(path.join(folder, 'a.png'));
    assert.deepEqual(await open().read(stored), [{ name: 'b.png', url: png('b') }]);
    assert.deepEqual(log.lines, [`warn: An image of the draft couldn't be read. {"error":"ENOENT"}`]);
  });

  const kept = ['data:image/svg+xml,%3Csvg/%3E', 'data:image/png;base64,AB==', 'data:a/b;c=d;base64,AA==', ''];
  for (const url of kept) {
    it(`stay unchanged if they aren't plain base64: "${url}"`, async () => {
      const stored = await written([{ name: 'a.svg', url }]);
      assert.deepEqual(await open().read(stored), [{ name: 'a.svg', url }]);
    });
  }

  const damaged: readonly (readonly [string, unknown])[] = [
    ['not a list', { name: 'a.png' }],
    ['not objects', ['a.png', null]],
    ['without a name', [{ file: 'a.png', type: 'image/png' }]],
    ['with a path', [{ name: 'a.png', file: '../../secret.png', type: 'image/png' }]],
    ['with a path of Windows', [{ name: 'a.png', file: '..\\secret.png', type: 'image/png' }]],
    ["with the draft's own file", [{ name: 'a.png', file: 'draft.json', type: 'image/png' }]],
    ['with an invalid type', [{ name: 'a.png', file: 'a.png', type: 'image/png,x' }]],
    ['with another marker', [{ name: 'a.png', file: 'a.png', type: 'image/png', inText: 'yes' }]],
  ];
  for (const [title, value] of damaged) {
    it(`are dropped if the stored data is invalid: ${title}`, async () => {
      await images.write([{ name: 'a.png', url: png('a') }]);
      assert.deepEqual(await open().read(value), []);
      assert.deepEqual(log.lines, []);
    });
  }

  it('come back under any name, but only from files in their folder', async function () {
    // Each run waits for the disk.
    this.timeout(20_000);
    const name = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.constantFrom(
        '../x.png',
        '..',
        '.',
        '',
        'a/b',
        'a\\b',
        'draft.json',
        'm.md',
        'CON',
        'nul.png',
        'A.png',
        'a.png',
      ),
    );
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(name, { minLength: 1, maxLength: 5 }), async (names) => {
        images = open();
        const given = names.map((one, index) => ({ name: one, url: png(`${index}`) }));
        const stored = await images.write(given);
        assert.deepEqual(await open().read(JSON.parse(JSON.stringify(stored))), given);
        assert.deepEqual(await readdir(parent), ['images']);
        const files = await readdir(folder, { withFileTypes: true });
        assert.equal(new Set(files.map((file) => file.name.toLowerCase())).size, names.length);
        assert.ok(files.every((file) => file.isFile() && !/\.(json|md)$/i.test(file.name)));
        await images.removeBut([]);
        assert.deepEqual(await readdir(parent), []);
      }),
      { numRuns: 60 },
    );
  });
});
