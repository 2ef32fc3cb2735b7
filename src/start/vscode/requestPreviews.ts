import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../base/common/lifecycle';

const scheme = 'agent-conversations-request';

/** An open preview. */
export interface OpenPreview {
  /** Resolves when the user has closed it, by its button, the Escape key or its tab. */
  readonly closed: Promise<void>;
}

/** Texts shown as read-only documents, stored as long as these are open. */
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

  /** Opens a text under a file name, which also determines its language. */
  async show(name: string, text: string): Promise<OpenPreview> {
    const uri = vscode.Uri.from({ scheme, path: `/${name}`, query: `${Date.now()}` });
    this.#texts.set(uri.query, text);
    await vscode.window.showTextDocument(uri, { preview: false });
    return { closed: this.#closed(uri) };
  }

  /** True if a document is a text of this window: not one left from before a reload. */
  has({ scheme: of, query }: vscode.Uri): boolean {
    return of === scheme && this.#texts.has(query);
  }

  dispose(): void {
    this.#store.dispose();
  }

  #closed(uri: vscode.Uri): Promise<void> {
    return new Promise((resolve) => {
      const listening = this.#store.add(
        vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
          if (!closed.some(({ input }) => input instanceof vscode.TabInputText && isSame(input.uri, uri))) return;
          listening.dispose();
          resolve();
        }),
      );
    });
  }
}

function isSame(a: vscode.Uri, b: vscode.Uri): boolean {
  return a.toString() === b.toString();
}
