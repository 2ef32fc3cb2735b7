import assert from 'node:assert/strict';
import * as vscode from 'vscode';

/** Types a text into a document without saving it: at its start, at its end, or in place of the whole. */
export async function typeInto(
  uri: vscode.Uri,
  text: string,
  where: 'start' | 'end' | 'whole' = 'start',
): Promise<void> {
  const document = await vscode.workspace.openTextDocument(uri);
  const start = new vscode.Position(0, 0);
  const { end } = document.lineAt(document.lineCount - 1).range;
  const edit = new vscode.WorkspaceEdit();
  edit.replace(uri, new vscode.Range(where === 'end' ? end : start, where === 'start' ? start : end), text);
  assert.ok(await vscode.workspace.applyEdit(edit));
}
