import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { readSmallTextFile } from '../../src/base/vscode/smallFile';

const maxSize = 1024 * 1024;

describe('A file of a virtual workspace', () => {
  const modified = { ctime: 0, mtime: 0 };
  let file: vscode.FileStat;
  let content: Uint8Array;
  let reads: number;
  let registered: vscode.Disposable;

  beforeEach(() => {
    reads = 0;
    const nothing = () => undefined;
    registered = vscode.workspace.registerFileSystemProvider('elsewhere', {
      onDidChangeFile: () => new vscode.Disposable(nothing),
      watch: () => new vscode.Disposable(nothing),
      stat: () => file,
      readFile: () => (reads++, content),
      readDirectory: () => [],
      createDirectory: nothing,
      writeFile: nothing,
      delete: nothing,
      rename: nothing,
    });
  });

  afterEach(() => void registered.dispose());

  /** Reads a file of which its server tells this size. */
  function read(bytes: Uint8Array, size = bytes.length, type = vscode.FileType.File) {
    content = bytes;
    file = { ...modified, type, size };
    return readSmallTextFile(vscode.Uri.parse('elsewhere://server/a.prompt.md'));
  }

  it('is read from there, in any encoding', async () => {
    for (const bytes of [Buffer.from('größe'), Buffer.from('\ufeffgröße', 'utf16le')])
      assert.deepEqual(await read(bytes), { kind: 'text', text: 'größe' });
  });

  it('is refused if it is too large: unread if its size is known, or else once it was read', async () => {
    assert.deepEqual([await read(Buffer.alloc(maxSize + 1)), reads], [{ kind: 'tooLarge' }, 0]);
    assert.deepEqual([await read(Buffer.alloc(maxSize + 1), 0), reads > 0], [{ kind: 'tooLarge' }, true]);
    assert.equal((await read(Buffer.alloc(maxSize, 'x'))).kind, 'text');
  });

  it("isn't read if it is a folder", async () => {
    await assert.rejects(read(Buffer.from('x'), 1, vscode.FileType.Directory), /isn't a regular file/);
    assert.equal(reads, 0);
  });
});
