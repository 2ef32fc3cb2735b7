import * as vscode from 'vscode';

const names = ['showInformationMessage', 'showWarningMessage', 'showErrorMessage'] as const;

/** The notifications and questions of this window, none of which is shown: each with all of its text. */
export class RecordedMessages {
  readonly said: string[] = [];
  readonly #real = names.map((name) => [name, vscode.window[name]] as const);

  constructor() {
    for (const name of names)
      Object.assign(vscode.window, {
        [name]: (...words: readonly unknown[]) => {
          this.said.push(JSON.stringify(words));
          return Promise.resolve(undefined);
        },
      });
  }

  dispose(): void {
    for (const [name, real] of this.#real) Object.assign(vscode.window, { [name]: real });
  }
}
