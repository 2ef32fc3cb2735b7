import * as vscode from 'vscode';
import { Emitter } from '../../src/base/event';

const names = ['showInformationMessage', 'showWarningMessage', 'showErrorMessage'] as const;

/**
 * The notifications and questions of this window, none of which is shown: each as all of its words. Those that have the
 * button `click` are answered with it.
 */
export class RecordedMessages {
  readonly said: string[] = [];
  readonly #said = new Emitter<void>();
  readonly onDidSay = this.#said.event;
  readonly #real = names.map((name) => [name, vscode.window[name]] as const);

  constructor(click?: string) {
    for (const name of names)
      Object.assign(vscode.window, {
        [name]: (...words: readonly unknown[]) => {
          this.said.push(JSON.stringify(words));
          this.#said.fire();
          return Promise.resolve(words.find((word) => word === click));
        },
      });
  }

  dispose(): void {
    for (const [name, real] of this.#real) Object.assign(vscode.window, { [name]: real });
  }
}
