import * as vscode from 'vscode';

/** What a person was asked, and stands in for the answers, which no test can type within the extension host. */
export class Answers {
  readonly asked: string[] = [];
  readonly #showInputBox = vscode.window.showInputBox;
  readonly #showQuickPick = vscode.window.showQuickPick;

  /**
   * @param typed what is typed into each input box
   * @param picked the description of the row that is chosen in each quick pick
   */
  constructor({ typed, picked }: { readonly typed?: string; readonly picked?: string }) {
    vscode.window.showInputBox = (options) => {
      this.asked.push([options?.title, options?.prompt].join(': '));
      return Promise.resolve(typed);
    };
    const showQuickPick = async (items: unknown, options?: vscode.QuickPickOptions) => {
      this.asked.push(options?.title ?? '');
      const rows = (await items) as readonly vscode.QuickPickItem[];
      return rows.find(({ description }) => description === picked);
    };
    vscode.window.showQuickPick = showQuickPick as typeof vscode.window.showQuickPick;
  }

  dispose(): void {
    vscode.window.showInputBox = this.#showInputBox;
    vscode.window.showQuickPick = this.#showQuickPick;
  }
}
