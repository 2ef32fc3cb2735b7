import * as vscode from 'vscode';

const names = ['showInformationMessage', 'showWarningMessage', 'showErrorMessage'] as const;

/**
 * The notifications and questions of this window, none of which is shown: each as all of its words. Those that have the
 * button `click` are answered with it.
 */
export class RecordedMessages {
  readonly said: string[] = [];
  readonly #real = names.map((name) => [name, vscode.window[name]] as const);

  constructor(click?: string) {
    for (const name of names)
      Object.assign(vscode.window, {
        [name]: (...words: readonly unknown[]) => {
          this.said.push(JSON.stringify(words));
          return Promise.resolve(words.find((word) => word === click));
        },
      });
  }

  dispose(): void {
    for (const [name, real] of this.#real) Object.assign(vscode.window, { [name]: real });
  }
}
