import assert from 'node:assert/strict';
import path from 'node:path';
import * as vscode from 'vscode';
import { editorValues } from '../../src/start/vscode/sheet/useTemplate';

const own = () => vscode.workspace.workspaceFolders![0]!.uri.fsPath;

describe('what the active editor says to a template', () => {
  const closeAll = () => vscode.commands.executeCommand('workbench.action.closeAllEditors');
  beforeEach(closeAll);
  afterEach(closeAll);

  const show = async (file: string) => vscode.window.showTextDocument(vscode.Uri.file(path.join(own(), file)));
  /** With the workspace's folder, or this one of it, in a repository. */
  const found = async (root: string | undefined, repository = root) => {
    const at = (name: string) => path.join(own(), name);
    const enclosing = repository === undefined ? undefined : { root: at(repository), isSelected: true };
    return editorValues(root === undefined ? undefined : at(root), { repositoryOf: () => Promise.resolve(enclosing) });
  };

  const rows: readonly (readonly [string, Parameters<typeof found>, string | undefined])[] = [
    ['is relative to the repository', ['.'], 'src/hello.js'],
    ['is relative to a repository below', ['src'], 'hello.js'],
    ['is not known of another repository', ['.', 'src'], undefined],
    ['is not known of a repository that is not the one of the conversation', [undefined, '.'], undefined],
    ['is relative to the folder without a repository', [undefined], 'src/hello.js'],
  ];
  for (const [title, given, file] of rows) {
    it(`the file ${title}`, async () => {
      await show('src/hello.js');
      assert.deepEqual(await found(...given), { file, selection: '' });
    });
  }

  it('the selection is what is selected', async () => {
    (await show('README.md')).selection = new vscode.Selection(0, 2, 0, 7);
    assert.deepEqual(await found('.'), { file: 'README.md', selection: 'Hello' });
  });

  it('a document that is no file has a selection and no path', async () => {
    const editor = await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ content: 'abc' }));
    editor.selection = new vscode.Selection(0, 0, 0, 2);
    for (const root of [undefined, '.'])
      assert.deepEqual(await found(root, undefined), { file: undefined, selection: 'ab' });
  });

  it('nothing is known without an editor', async () => {
    assert.deepEqual(await found('.'), { file: undefined, selection: undefined });
  });
});
