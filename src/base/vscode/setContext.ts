import * as vscode from 'vscode';

/** Sets a context key, without waiting until the window has it. */
export function setContext(key: string, value: unknown): void {
  // VS Code rejects what a closing window has left open.
  vscode.commands.executeCommand('setContext', key, value).then(undefined, () => undefined);
}
