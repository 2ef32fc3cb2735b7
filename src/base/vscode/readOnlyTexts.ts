import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../lifecycle';
import { isSameUri, tabsOf } from './tabs';

export interface OpenText {
  /** Resolves when its last tab is closed, to true if the user has seen the end of the text. */
  readonly closed: Promise<boolean>;
}

/**
 * Waits until a text is closed. Until then, the status bar shows a hint.
 * @returns true if the user has seen the end of the text
 */
export async function untilClosedWithHint({ closed }: OpenText, hint: string): Promise<boolean> {
  vscode.window.setStatusBarMessage(hint, closed);
  return closed;
}

/**
 * Asks about a text that is too long for a dialog, so that the user reads it in an editor. The dialog only offers to agree
 * after the end of the text was in view there.
 * @param ask shows the dialog, with `show` among its buttons, which opens the text
 * @param texts shows the text
 * @param isWanted false if the question must not come back once the text is closed
 * @returns the button; `undefined` if the dialog was closed, or is no longer wanted
 */
export async function askAfterReading(
  name: string,
  rows: readonly string[],
  ask: (isRead: boolean, show: string) => Thenable<string | undefined>,
  texts: () => Promise<Pick<ReadOnlyTexts, 'show'>>,
  isWanted: () => boolean = () => true,
): Promise<string | undefined> {
  const show = vscode.l10n.t('Show Full Text');
  let isRead = false;
  for (;;) {
    const answer = await ask(isRead, show);
    if (answer !== show) return answer;
    const hint = vscode.l10n.t('Close the text to go back to the question.');
    const text = await (await texts()).show(name, rows.join('\n'));
    isRead = (await untilClosedWithHint(text, hint)) || isRead;
    if (!isWanted()) return undefined;
  }
}

const rendered = 'rendered';

/** Shows texts as read-only documents of one URI scheme. A text is forgotten when its document is closed. */
export class ReadOnlyTexts implements Disposable {
  readonly #store = new DisposableStore();
  readonly #texts = new Map<string, string>();
  readonly #scheme: string;

  constructor(scheme: string) {
    this.#scheme = scheme;
    const provider = { provideTextDocumentContent: ({ query }: vscode.Uri) => this.#texts.get(query) };
    this.#store.add(vscode.workspace.registerTextDocumentContentProvider(scheme, provider));
    this.#store.add(
      vscode.workspace.onDidCloseTextDocument(
        ({ uri }) => uri.scheme === scheme && uri.authority !== rendered && this.#texts.delete(uri.query),
      ),
    );
  }

  /**
   * Opens a text. The extension of its file name or path determines its language.
   * @param id the `id` in its URI's query, by which commands in the editor's title identify the conversation
   */
  async show(name: string, text: string, id = ''): Promise<OpenText> {
    const uri = this.#keep(name, text, { id });
    return { closed: this.#closed(await vscode.window.showTextDocument(uri, { preview: false })) };
  }

  /**
   * Shows a Markdown text in VS Code's preview. The text is never removed, because the preview reads it again whenever it
   * becomes visible, and VS Code doesn't report when it's closed.
   */
  async showRendered(name: string, text: string): Promise<void> {
    await vscode.commands.executeCommand('markdown.showPreview', this.#keep(name, text, { authority: rendered }));
  }

  dispose(): void {
    this.#store.dispose();
  }

  #keep(name: string, text: string, { authority = '', id = '' }): vscode.Uri {
    const query = new URLSearchParams({ id, at: `${Date.now()}` }).toString();
    this.#texts.set(query, text);
    return vscode.Uri.from({ scheme: this.#scheme, authority, path: `/${name}`, query });
  }

  #closed({ document: { uri, lineCount }, visibleRanges }: vscode.TextEditor): Promise<boolean> {
    const hasEnd = (shown: readonly vscode.Range[]) => shown.some(({ end }) => end.line === lineCount - 1);
    const isIt = (shown: vscode.Uri) => isSameUri(shown, uri);
    let wasRead = hasEnd(visibleRanges);
    const { onDidChangeTextEditorVisibleRanges, tabGroups } = vscode.window;
    return new Promise((resolve) => {
      const reading = this.#store.add(
        onDidChangeTextEditorVisibleRanges(({ textEditor, visibleRanges: now }) => {
          wasRead ||= isIt(textEditor.document.uri) && hasEnd(now);
        }),
      );
      const listening = this.#store.add(
        tabGroups.onDidChangeTabs(({ closed }) => {
          // If a tab is moved, it opens in its new place before it closes in the old one.
          if (tabsOf(isIt, closed).length === 0 || tabsOf(isIt).length > 0) return;
          reading.dispose();
          listening.dispose();
          resolve(wasRead);
        }),
      );
    });
  }
}
