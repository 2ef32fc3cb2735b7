import * as vscode from 'vscode';
import { caughtUpContext } from '../../names';

/** Resolves when the window has handled everything that was sent to it before, since it handles messages in order. */
export function windowCaughtUp(): Thenable<unknown> {
  // Any command that the window executes would do. Nothing reads this context key.
  return vscode.commands.executeCommand('setContext', caughtUpContext, true);
}
