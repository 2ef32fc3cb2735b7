import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { leadsOutside, pathWithin, readRegularFile } from '../../../src/base/regularFile';
import { TemporaryFolder } from '../../host/temporaryFolder';

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
    it(`finds ${title}`, () => assert.equal(pathWithin(folder, file), expected));
});
