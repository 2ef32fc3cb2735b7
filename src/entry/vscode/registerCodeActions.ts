import * as vscode from 'vscode';
import type { Disposable } from '../../base/common/lifecycle';

/** Where the light bulb is of use: what is only shown, like output, has nothing to be mended. */
const documents = ['file', 'untitled', 'vscode-notebook-cell', 'vscode-vfs'].map((scheme) => ({ scheme }));

export function registerCodeActions(): Disposable {
  const provider: vscode.CodeActionProvider = {
    // Asked for with each move of the cursor: it loads alone, not with all that somebody may do.
    provideCodeActions: async (document, range, context) =>
      (await import('./codeActions')).codeActions(document, range, context),
  };
  const providedCodeActionKinds = [vscode.CodeActionKind.QuickFix];
  return vscode.languages.registerCodeActionsProvider(documents, provider, { providedCodeActionKinds });
}
