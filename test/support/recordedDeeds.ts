import * as vscode from 'vscode';

/** Records what VS Code was asked to do; it does nothing of it until this is disposed. */
export class RecordedDeeds {
  readonly done: string[] = [];
  readonly #executeCommand = vscode.commands.executeCommand;
  readonly #openExternal = vscode.env.openExternal;

  constructor() {
    const execute = (command: string, ...words: unknown[]) => {
      this.done.push([command, ...words].join(' '));
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
