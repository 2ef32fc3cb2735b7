import assert from 'node:assert/strict';
import fs, { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { writeWhole } from '../../../src/base/files';
import { sweepTemporaries, temporaryFor } from '../../../src/base/temporaries';
import { TemporaryFolder } from '../../host/temporaryFolder';
import { endedProcess, processElsewhere, processHere } from '../../support/processes';
import { thisProcess } from '../../../src/base/processes';

describe('a file that is written atomically', () => {
  let folder: string;
  const file = () => path.join(folder, 'draft.json');
  const { rename } = fs;

  beforeEach(async () => {
    folder = new TemporaryFolder('whole').path;
    await writeFile(file(), 'before');
  });
  afterEach(() => (fs.rename = rename));

  /** Behavior of Windows while a virus scanner or an indexer has the file open. */
  function refuseToRename(code: string, times: number): { readonly tries: number } {
    const seen = { tries: 0 };
    fs.rename = async (from, to) => {
      if (seen.tries++ < times) throw Object.assign(new Error(`${code}: rename`), { code, syscall: 'rename' });
      await rename(from, to);
    };
    return seen;
  }

  for (const code of ['EPERM', 'EBUSY', 'EACCES'])
    it(`is moved into place once the system allows it, after ${code} for a moment`, async () => {
      const seen = refuseToRename(code, 3);
      await writeWhole(file(), 'after');
      assert.deepEqual([await readFile(file(), 'utf8'), await readdir(folder)], ['after', ['draft.json']]);
      assert.equal(seen.tries, 4);
    });

  it('stays as it was if the system never allows it, and nothing is left beside it', async () => {
    const seen = refuseToRename('EPERM', Number.MAX_SAFE_INTEGER);
    await assert.rejects(writeWhole(file(), 'after'), { code: 'EPERM' });
    assert.deepEqual([await readFile(file(), 'utf8'), await readdir(folder)], ['before', ['draft.json']]);
    assert.ok(seen.tries > 3 && seen.tries < 20, `${seen.tries} tries`);
  });

  it("isn't written again if that wouldn't help", async () => {
    const seen = refuseToRename('ENOSPC', 1);
    await assert.rejects(writeWhole(file(), 'after'), { code: 'ENOSPC' });
    assert.deepEqual([seen.tries, await readdir(folder)], [1, ['draft.json']]);
  });

  it('is one of several that are written at the same time, and none of them fails', async () => {
    const texts = Array.from({ length: 20 }, (_, index) => `text ${index} `.repeat(1000));
    await Promise.all(texts.map((text) => writeWhole(file(), text)));
    assert.ok(texts.includes(await readFile(file(), 'utf8')));
    assert.deepEqual(await readdir(folder), ['draft.json']);
  });

  it("leaves nothing beside it if it can't be written completely", async () => {
    await mkdir(path.join(folder, 'taken'));
    await assert.rejects(writeWhole(path.join(folder, 'taken'), 'after'));
    assert.deepEqual((await readdir(folder)).sort(), ['draft.json', 'taken']);
  });
});

describe('temporary files left by a crash', () => {
  let folder: string;
  const temporary = (name: string, writer = endedProcess) => temporaryFor(name).replace(thisProcess(), writer);

  beforeEach(() => (folder = new TemporaryFolder('left').path));

  async function write(...names: readonly string[]): Promise<void> {
    for (const name of names) {
      await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
      await writeFile(path.join(folder, name), 'hunter2');
    }
  }

  it('are deleted if their process has ended; others stay while it may be writing them, for an hour', async () => {
    const theirs = [processHere(process.ppid), processElsewhere(1)]
      .map((writer) => temporary('draft.json', writer))
      .sort();
    await write(...theirs, temporary('draft.json'));
    for (const [minutes, left] of [
      [0, theirs],
      [59, theirs],
      [61, []],
    ] as const) {
      const written = Date.now() / 1000 - minutes * 60;
      for (const name of theirs) await utimes(path.join(folder, name), written, written);
      await sweepTemporaries(folder);
      assert.deepEqual((await readdir(folder)).sort(), left, `${minutes} min`);
    }
  });

  it('are deleted in subfolders only if these are included', async () => {
    await write(path.join('sub', temporary('draft.json')));
    for (const [deep, left] of [
      [false, 1],
      [true, 0],
    ] as const) {
      await sweepTemporaries(folder, deep);
      assert.equal((await readdir(path.join(folder, 'sub'))).length, left);
    }
  });

  it('are told apart from everything else', async () => {
    const others = [
      'draft.json',
      `a.png.${endedProcess}.tmp`,
      `.a.png.${endedProcess}`,
      '.tmp',
      `..${endedProcess}.tmp.md`,
    ].sort();
    await write(...others);
    await sweepTemporaries(folder);
    assert.deepEqual((await readdir(folder)).sort(), others);
  });

  it('may have no folder at all', () => assert.doesNotReject(sweepTemporaries(path.join(folder, 'none'))));
});
