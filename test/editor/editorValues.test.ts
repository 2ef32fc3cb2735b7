import assert from 'node:assert/strict';
import path from 'node:path';
import * as vscode from 'vscode';
import { editorValues } from '../../src/start/vscode/sheet/useTemplate';

const own = () => vscode.workspace.workspaceFolders![0]!.uri.fsPath;

describe('The active editor gives a template', () => {
  const closeAll = () => vscode.commands.executeCommand('workbench.action.closeAllEditors');
  beforeEach(closeAll);
  afterEach(closeAll);

  const show = async (file: string) => vscode.window.showTextDocument(vscode.Uri.file(path.join(own(), file)));
  /** Values if the workspace's folder, or this subfolder, is in a repository. */
  const found = async (root: string | undefined, repository = root) => {
    const at = (name: string) => path.join(own(), name);
    const enclosing = repository === undefined ? undefined : { root: at(repository), isSelected: true };
    return editorValues(root === undefined ? undefined : at(root), { repositoryOf: () => Promise.resolve(enclosing) });
  };

  const rows: readonly (readonly [string, Parameters<typeof found>, string | undefined])[] = [
    ['relative to the repository', ['.'], 'src/hello.js'],
    ['relative to a nested repository', ['src'], 'hello.js'],
    ["as unknown if it's in another repository", ['.', 'src'], undefined],
    ["as unknown if the repository isn't the conversation's", [undefined, '.'], undefined],
    ['relative to the folder if there is no repository', [undefined], 'src/hello.js'],
  ];
  for (const [title, given, file] of rows) {
    it(`the file ${title}`, async () => {
      await show('src/hello.js');
      assert.deepEqual(await found(...given), { file, selection: '' });
    });
  }

  it('the selected text as the selection', async () => {
    (await show('README.md')).selection = new vscode.Selection(0, 2, 0, 7);
    assert.deepEqual(await found('.'), { file: 'README.md', selection: 'Hello' });
  });

  it("a selection and no path in a document that isn't a file", async () => {
    const editor = await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ content: 'abc' }));
    editor.selection = new vscode.Selection(0, 0, 0, 2);
    for (const root of [undefined, '.'])
      assert.deepEqual(await found(root, undefined), { file: undefined, selection: 'ab' });
  });

  it('nothing without an editor', async () =>
    assert.deepEqual(await found('.'), { file: undefined, selection: undefined }));
});
