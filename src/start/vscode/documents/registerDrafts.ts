import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../../base/common/lifecycle';
import type { StartPorts } from '../startPorts';

/**
 * What is there for drafts in an editor, from the first that is opened on.
 * @param folder where the drafts are kept
 */
export function registerDrafts(loading: Promise<StartPorts>, folder: string): Disposable {
  const store = new DisposableStore();
  const drafts = { scheme: 'file', pattern: new vscode.RelativePattern(vscode.Uri.file(folder), 'drafts/*/*.md') };
  const opened = store.add(new DisposableStore());
  let isRegistered = false;
  const onOpen = async (document: vscode.TextDocument) => {
    // What is of use in a draft alone comes with the first one that is open.
    if (isRegistered || vscode.languages.match(drafts, document) === 0) return;
    isRegistered = true;
    opened.dispose();
    const { registerDraftDocumentFeatures } = await import('../../../onDemand');
    store.add(registerDraftDocumentFeatures(await loading, drafts));
  };
  const report = async (error: unknown) => (await loading).report(error);
  const open = (document: vscode.TextDocument) => void onOpen(document).catch(report);
  opened.add(vscode.workspace.onDidOpenTextDocument(open));
  vscode.workspace.textDocuments.forEach(open);
  return store;
}
