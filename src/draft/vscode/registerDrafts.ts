import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import type { Report } from '../../base/vscode/explanation';
import type { DocumentPorts, registerDraftDocumentFeatures } from './draftFeatures';

/**
 * Registers the features for drafts in an editor, active once the first one is opened.
 * @param storage the extension's global storage
 * @param load gets code that only drafts need
 */
export function registerDrafts(
  loading: Promise<DocumentPorts & { readonly report: Report }>,
  storage: vscode.Uri,
  load: () => Promise<{ readonly registerDraftDocumentFeatures: typeof registerDraftDocumentFeatures }>,
): Disposable {
  const store = new DisposableStore();
  const drafts = { scheme: 'file', pattern: new vscode.RelativePattern(storage, 'drafts/*/drafts/*/*.md') };
  const opened = store.add(new DisposableStore());
  let isRegistered = false;
  const onOpen = async (document: vscode.TextDocument) => {
    if (isRegistered || vscode.languages.match(drafts, document) === 0) return;
    isRegistered = true;
    opened.dispose();
    store.add((await load()).registerDraftDocumentFeatures(await loading, drafts));
  };
  const report = async (error: unknown) => (await loading).report(error);
  const open = (document: vscode.TextDocument) => void onOpen(document).catch(report);
  opened.add(vscode.workspace.onDidOpenTextDocument(open));
  vscode.workspace.textDocuments.forEach(open);
  return store;
}
