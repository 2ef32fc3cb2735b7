import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../disposables';

const scheme = 'agent-conversations-request';

/** Texts that are shown as read-only documents, kept for as long as these are open. */
export class RequestPreviews implements Disposable {
  readonly #store = new DisposableStore();
  readonly #texts = new Map<string, string>();

  constructor() {
    const provider = { provideTextDocumentContent: ({ query }: vscode.Uri) => this.#texts.get(query) };
    this.#store.add(vscode.workspace.registerTextDocumentContentProvider(scheme, provider));
    this.#store.add(
      vscode.workspace.onDidCloseTextDocument(({ uri }) => uri.scheme === scheme && this.#texts.delete(uri.query)),
    );
  }

  /** Opens a text under a file name, which also says its language. It takes no focus. */
  async show(name: string, text: string): Promise<void> {
    const uri = vscode.Uri.from({ scheme, path: `/${name}`, query: `${Date.now()}` });
    this.#texts.set(uri.query, text);
    await vscode.window.showTextDocument(uri, { preserveFocus: true });
  }

  dispose(): void {
    this.#store.dispose();
  }
}
