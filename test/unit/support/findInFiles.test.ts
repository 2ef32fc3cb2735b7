import assert from 'node:assert/strict';
import fs, { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { TemporaryFolder } from '../../host/temporaryFolder';
import { findInFiles } from '../../support/findInFiles';

describe('findInFiles', () => {
  const { readFile, rename } = fs;
  let folder: TemporaryFolder;
  const at = (name: string) => path.join(folder.path, name);

  beforeEach(async () => {
    folder = new TemporaryFolder('find');
    await writeFile(at('a'), 'the text');
    await writeFile(at('c'), 'another');
  });
  afterEach(() => {
    fs.readFile = readFile;
    folder.dispose();
  });

  it('finds a file that is moved during the search', async () => {
    fs.readFile = (async (file: string) => {
      if (file === at('a')) await rename(file, at('b'));
      return readFile(file);
    }) as unknown as typeof readFile;
    assert.deepEqual(await findInFiles(folder.path, 'the text'), ['b']);
  });

  it('gives up if files never stay in place', async () => {
    fs.readFile = (() => readFile(at('none'))) as unknown as typeof readFile;
    await assert.rejects(findInFiles(folder.path, 'the text'), { code: 'ENOENT' });
  });
});
