import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import { draftPathsContext } from '../../names';
import type { DocumentPorts, registerDraftDocumentFeatures } from './draftFeatures';

/**
 * Registers the features for drafts in an editor, active once the first one is opened.
 * @param storage the extension's global storage
 * @param load gets code that only drafts need
 */
export function registerDrafts(
  loading: Promise<DocumentPorts>,
  storage: vscode.Uri,
  load: () => Promise<{ readonly registerDraftDocumentFeatures: typeof registerDraftDocumentFeatures }>,
): Disposable {
  const store = new DisposableStore();
  const drafts = { scheme: 'file', pattern: new vscode.RelativePattern(storage, 'drafts/*/*.md') };
  const paths = new Set<string>();
  let isRegistered = false;
  const onOpen = async (document: vscode.TextDocument) => {
    if (vscode.languages.match(drafts, document) === 0) return;
    // The window of a remote extension host compares the path of the URI.
    paths.add(document.uri.fsPath).add(document.uri.path);
    await vscode.commands.executeCommand('setContext', draftPathsContext, [...paths]);
    if (isRegistered) return;
    isRegistered = true;
    store.add((await load()).registerDraftDocumentFeatures(await loading, drafts));
  };
  const report = async (error: unknown) => (await loading).report(error);
  const open = (document: vscode.TextDocument) => void onOpen(document).catch(report);
  store.add(vscode.workspace.onDidOpenTextDocument(open));
  vscode.workspace.textDocuments.forEach(open);
  return store;
}
