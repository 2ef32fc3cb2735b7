import * as vscode from 'vscode';

/** Records what VS Code was asked to do; it does nothing of it until this is disposed. */
export class RecordedDeeds {
  readonly done: string[] = [];
  /** Context keys that were set, with their values: what users see depends on them, but they do nothing by themselves. */
  readonly contexts: string[] = [];
  readonly #executeCommand = vscode.commands.executeCommand;
  readonly #openExternal = vscode.env.openExternal;

  constructor() {
    const execute = (command: string, ...words: unknown[]) => {
      if (command === 'setContext') this.contexts.push(words.join(' '));
      else this.done.push([command, ...words].join(' '));
      return Promise.resolve(undefined);
    };
    vscode.commands.executeCommand = execute as typeof vscode.commands.executeCommand;
    vscode.env.openExternal = (target) => {
      this.done.push(target.toString());
      return Promise.resolve(true);
    };
  }

  dispose(): void {
    vscode.commands.executeCommand = this.#executeCommand;
    vscode.env.openExternal = this.#openExternal;
  }
}
