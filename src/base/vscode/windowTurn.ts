import * as vscode from 'vscode';
import { caughtUpContext } from '../../names';

/** Resolves once the window has handled everything that was sent to it before: it handles messages in their order. */
export function windowCaughtUp(): Thenable<unknown> {
  // A command that the window carries out. Nothing reads this key.
  return vscode.commands.executeCommand('setContext', caughtUpContext, true);
}
