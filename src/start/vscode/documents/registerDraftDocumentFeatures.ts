import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../../base/common/lifecycle';
import type { StartPorts } from '../startPorts';
import { draftLenses, type KnownSurroundings } from './draftLenses';
import { registerImagePaste } from './imagePaste';

/**
 * What the editor offers in a draft that is open: the way to start above its text, and images that are pasted into it.
 * @param drafts the documents it is for
 */
export function registerDraftDocumentFeatures(ports: StartPorts, drafts: vscode.DocumentFilter): Disposable {
  const store = new DisposableStore();
  const known: KnownSurroundings = new Map();
  const changed = store.add(new vscode.EventEmitter<void>());
  const lookAgain = () => {
    known.clear();
    changed.fire();
  };
  store.add(vscode.window.onDidChangeActiveTextEditor(lookAgain));
  store.add(vscode.workspace.onDidChangeConfiguration(lookAgain));
  store.add(
    vscode.languages.registerCodeLensProvider(drafts, {
      onDidChangeCodeLenses: changed.event,
      provideCodeLenses: (document) => draftLenses(document, ports, known),
    }),
  );
  store.add(registerImagePaste(ports, drafts));
  return store;
}
