import assert from 'node:assert/strict';
import { pathWithin } from '../../../src/base/pathWithin';

describe('pathWithin', () => {
  const rows: readonly (readonly [string, string, string, string | undefined])[] = [
    ['a file', '/home/me/repo', '/home/me/repo/src/a.ts', 'src/a.ts'],
    ['a file of the root', '/', '/a.ts', 'a.ts'],
    ['a file where the folder ends in a slash', '/repo/', '/repo/a.ts', 'a.ts'],
    [
      'nothing for a folder whose name only has the same prefix',
      '/home/me/repo',
      '/home/me/repository/a.ts',
      undefined,
    ],
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
