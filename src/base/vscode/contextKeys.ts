import * as vscode from 'vscode';
import { caughtUpContext } from '../../names';

/** Sets a context key, without waiting until the window has it. */
export function setContext(key: string, value: unknown): void {
  // VS Code rejects what a closing window has left open.
  vscode.commands.executeCommand('setContext', key, value).then(undefined, () => undefined);
}

/** Resolves when the window has handled everything that was sent to it before, since it handles messages in order. */
export function windowCaughtUp(): Thenable<unknown> {
  // Any command that the window executes would do. Nothing reads this context key.
  return vscode.commands.executeCommand('setContext', caughtUpContext, true);
}
