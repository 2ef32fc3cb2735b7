import * as vscode from 'vscode';
import { Emitter } from '../../src/base/event';
import { Replaced } from './replaced';

/**
 * The notifications and questions of this window, none of which is shown: each as all of its words. Those that have the
 * button `click` are answered with it.
 */
export class RecordedMessages extends Replaced {
  readonly said: string[] = [];
  readonly inStatusBar: string[] = [];
  readonly #said = new Emitter<void>();
  readonly onDidSay = this.#said.event;

  constructor(click?: string) {
    super();
    const show = (...words: readonly unknown[]) => {
      this.said.push(JSON.stringify(words));
      this.#said.fire();
      return Promise.resolve(words.find((word) => word === click));
    };
    this.replace(vscode.window, {
      showInformationMessage: show,
      showWarningMessage: show,
      showErrorMessage: show,
      setStatusBarMessage: (text: string) => {
        this.inStatusBar.push(text);
        return new vscode.Disposable(() => undefined);
      },
    });
  }
}
