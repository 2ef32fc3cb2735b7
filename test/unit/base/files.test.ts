import assert from 'node:assert/strict';
import fs, { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import {
  leadsOutside,
  pathWithin,
  readRegularFile,
  sweepTemporaries,
  temporaryFor,
  writeWhole,
} from '../../../src/base/files';
import { TemporaryFolder } from '../../host/temporaryFolder';
import { replaced } from '../../support/replaced';
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

describe('a regular file', () => {
  let folder: TemporaryFolder;

  beforeEach(() => (folder = new TemporaryFolder('regular')));

  afterEach(() => folder.dispose());

  const at = (name: string) => path.join(folder.path, name);
  function file(name: string, content: string): string {
    writeFileSync(at(name), content);
    return at(name);
  }

  it('is read up to the size limit', async () => {
    for (const length of [0, 1, 70_000, 200_000]) {
      const content = 'x'.repeat(length);
      assert.equal((await readRegularFile(file('a', content), 200_000))?.toString(), content);
    }
    assert.equal(await readRegularFile(file('a', 'x'.repeat(200_001)), 200_000), undefined);
    assert.equal((await readRegularFile(file('a', ''), 0))?.length, 0);
  });

  it('is read through links', async () => {
    symlinkSync(file('a', 'text'), at('link'));
    assert.equal((await readRegularFile(at('link'), 9))?.toString(), 'text');
  });

  it("isn't read if its size is over the limit", async () => {
    truncateSync(file('sparse', ''), 40_000_000_000);
    assert.equal(await readRegularFile(at('sparse'), 200_000), undefined);
  });

  it('is read no further than the limit if it has no size', async function () {
    if (process.platform !== 'linux') return this.skip();
    assert.equal(await readRegularFile('/proc/self/maps', 100), undefined);
    assert.ok(((await readRegularFile('/proc/self/maps', 10_000_000))?.length ?? 0) > 100);
  });

  it('is read to its end if it grows meanwhile', async () => {
    const growing = file('growing', 'x'.repeat(100));
    const read = readRegularFile(growing, 1_000_000);
    appendFileSync(growing, 'y');
    assert.match((await read)?.toString() ?? '', /^x{100}y?$/);
  });

  const others: readonly (readonly [what: string, make: () => string])[] = [
    ['a folder', () => folder.path],
    ['a link to a folder', () => (symlinkSync(folder.path, at('link')), at('link'))],
    ['nothing', () => at('nothing')],
    ['a device', () => '/dev/zero'],
    ['a link to a device', () => (symlinkSync('/dev/zero', at('link')), at('link'))],
    ['a pipe', () => (execFileSync('mkfifo', [at('pipe')]), at('pipe'))],
  ];
  for (const [what, make] of others)
    it(`isn't ${what}`, async function () {
      if (process.platform === 'win32') return this.skip();
      await assert.rejects(readRegularFile(make(), 10), { code: what === 'nothing' ? 'ENOENT' : 'ENOTREG' });
    });
});

describe('a path in a folder', () => {
  let parent: TemporaryFolder;
  const at = (...names: readonly string[]) => path.join(parent.path, ...names);

  before(() => {
    parent = new TemporaryFolder('outside');
    for (const name of ['one/sub', 'two', 'one-more', 'away']) mkdirSync(at(name), { recursive: true });
    for (const name of ['one/sub/file', 'two/file', 'one-more/file', 'away/file']) writeFileSync(at(name), '');
    symlinkSync(at('one/sub/file'), at('one/inside'));
    symlinkSync(at('two/file'), at('one/other'));
    symlinkSync(at('away/file'), at('one/outside'));
    symlinkSync(at('one-more/file'), at('one/alike'));
    symlinkSync(at('away'), at('one/folder'));
    symlinkSync(at('one/outside'), at('one/link'));
    symlinkSync(at('one'), at('linked'));
  });

  after(() => parent.dispose());

  const rows: readonly (readonly [file: string, folders: readonly string[], outside: boolean])[] = [
    ['one/sub/file', ['one'], false],
    ['one/inside', ['one'], false],
    ['one/other', ['one'], true],
    ['one/other', ['one', 'two'], false],
    ['one/outside', ['one', 'two'], true],
    ['one/alike', ['one'], true],
    ['one/folder/file', ['one'], true],
    ['one/link', ['one'], true],
    // It points elsewhere by itself.
    ['away/file', ['one'], false],
    ['one/../away/file', ['one'], false],
    // The open folder may be a link.
    ['linked/inside', ['linked'], false],
    ['linked/outside', ['linked'], true],
    ['one/outside', [], false],
  ];
  for (const [file, folders, outside] of rows)
    it(`${outside ? 'leads out' : "doesn't lead out"}: ${file} of ${folders.join(', ') || 'none'}`, async () => {
      const found = await leadsOutside(
        path.join(parent.path, file),
        folders.map((folder) => at(folder)),
      );
      assert.equal(found, outside);
    });

  it('leads out in a different case, too, where the system ignores case', async function () {
    if (process.platform !== 'linux') return this.skip();
    symlinkSync(at('one'), at('ONE'));
    const found = [true, false].map((ignoresCase) => leadsOutside(at('ONE/outside'), [at('one')], ignoresCase));
    assert.deepEqual(await Promise.all(found), [true, false]);
    assert.equal(await leadsOutside(at('ONE/inside'), [at('one')], true), false);
  });

  it("is found on a drive whose paths the system doesn't resolve, too, such as a RAM disk on Windows", async () => {
    const refuse = () => Promise.reject(Object.assign(new Error('EISDIR'), { code: 'EISDIR' }));
    using _ = replaced(fs, { realpath: refuse });
    const found = ['one/inside', 'one/outside'].map((file) => leadsOutside(at(file), [at('one')]));
    assert.deepEqual(await Promise.all(found), [false, true]);
  });

  it('leads out if one of the folders was removed', async () =>
    assert.equal(await leadsOutside(at('one/outside'), [at('gone'), at('one')]), true));

  it("doesn't exist", () => assert.rejects(leadsOutside(at('one/none'), [at('one')]), { code: 'ENOENT' }));
});

describe('pathWithin', () => {
  // prettier-ignore
  const rows: readonly (readonly [string, string, string, string | undefined])[] = [
    ['a file', '/home/me/repo', '/home/me/repo/src/a.ts', 'src/a.ts'],
    ['a file of the root', '/', '/a.ts', 'a.ts'],
    ['a file where the folder ends in a slash', '/repo/', '/repo/a.ts', 'a.ts'],
    ['nothing for a folder whose name only has the same prefix', '/home/me/repo', '/home/me/repository/a.ts', undefined],
    ['nothing for another folder', '/home/me/repo', '/home/me/a.ts', undefined],
    ['nothing for the folder itself', '/repo', '/repo', undefined],
    ['a backslash in a name', '/repo', '/repo/a\\b.ts', 'a\\b.ts'],
    ['nothing if only the case differs', '/repo', '/Repo/a.ts', undefined],
    ['a file on a drive', 'c:\\repo', 'c:\\repo\\src\\a.ts', 'src/a.ts'],
    ['a drive in either case', 'C:\\Repo', 'c:\\repo\\src\\A.ts', 'src/A.ts'],
    ['a folder as Git writes it on Windows', 'c:/repo', 'c:\\repo\\src\\a.ts', 'src/a.ts'],
    ['a file on a share', '\\\\host\\share', '\\\\host\\share\\src\\a.ts', 'src/a.ts'],
  ];
  for (const [title, folder, file, expected] of rows)
    it(`finds ${title}`, () => assert.equal(pathWithin(folder, file, false), expected));

  it('finds a folder in either case where the system ignores case', () => {
    assert.equal(pathWithin('/Users/me/Repo', '/users/me/repo/src/A.ts', true), 'src/A.ts');
    assert.equal(pathWithin('/Users/me/Repo', '/users/me/repository/A.ts', true), undefined);
  });
});
