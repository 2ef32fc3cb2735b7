import * as vscode from 'vscode';
import type { DraftDocument } from '../../../draft/common/drafts';

/** Shows a draft to write on: at its end, unless it is open and somebody writes somewhere else in it. */
export async function showDraft({ path }: DraftDocument): Promise<void> {
  const uri = vscode.Uri.file(path);
  const open = vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
  // Whatever encoding the settings prefer: that is how it was written.
  const document = open ?? (await vscode.workspace.openTextDocument(uri, { encoding: 'utf8' }));
  const { end } = document.lineAt(document.lineCount - 1).range;
  await vscode.window.showTextDocument(document, {
    preview: false,
    ...(!open && { selection: new vscode.Range(end, end) }),
  });
}
