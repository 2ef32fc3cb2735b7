import * as vscode from 'vscode';

/** Cancels everything that shows its progress, as soon as it does. */
export class CanceledProgress implements vscode.Disposable {
  /** Titles of what was canceled. */
  readonly titles: (string | undefined)[] = [];
  readonly #withProgress = vscode.window.withProgress;

  constructor() {
    const canceled = (({ title }, task) => {
      this.titles.push(title);
      const source = new vscode.CancellationTokenSource();
      const ended = task({ report: () => undefined }, source.token);
      source.cancel();
      return ended;
    }) as typeof vscode.window.withProgress;
    Object.assign(vscode.window, { withProgress: canceled });
  }

  dispose(): void {
    Object.assign(vscode.window, { withProgress: this.#withProgress });
  }
}
