import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../disposables';
import { commands } from '../../names';
import type { StartPorts } from '../startPorts';

/** The commands that put something into the draft of the review sheet. */
const names = [
  'startFromSelection',
  'startFromFile',
  'startFromProblem',
  'startFromComment',
  'startFromChanges',
  'startFromTerminal',
  'startFromTestFailure',
  'resolveMergeConflicts',
  'createMicroagent',
  'replayConversation',
] as const;

/** Where the light bulb is of use: what is only shown, like output, has nothing to be mended. */
const documents = ['file', 'untitled', 'vscode-notebook-cell', 'vscode-vfs'].map((scheme) => ({ scheme }));

export function registerHandovers(ports: StartPorts): Disposable {
  const store = new DisposableStore();
  for (const name of names) {
    store.add(
      vscode.commands.registerCommand(commands[name], async (...given: unknown[]) =>
        (await import('../onDemand'))[name](ports, ...given),
      ),
    );
  }
  const provider: vscode.CodeActionProvider = {
    // Asked for with each move of the cursor: it loads alone, not with all that somebody may do.
    provideCodeActions: async (document, range, context) =>
      (await import('./codeActions')).codeActions(document, range, context),
  };
  const providedCodeActionKinds = [vscode.CodeActionKind.QuickFix];
  store.add(vscode.languages.registerCodeActionsProvider(documents, provider, { providedCodeActionKinds }));
  return store;
}
