import * as vscode from 'vscode';
import { draftFieldsFrom } from '../domain/draft';
import type { Disposable } from '../disposables';
import { commands } from '../names';
import { report } from './report';
import type { StartPorts } from './startFlow';

export function registerStartCommands(ports: StartPorts): Disposable {
  return vscode.commands.registerCommand(commands.startConversation, async (argument?: unknown) => {
    try {
      // The sheet and all that belongs to it load when somebody first starts.
      const { startConversation } = await import('./onDemand');
      return await startConversation(argument, ports);
    } catch (error) {
      // Whoever passed a request gets the error; a person gets it shown.
      if (draftFieldsFrom(argument)) throw error;
      ports.log.error('The start ended in an error.', { error: String(error) });
      await report(error);
      return undefined;
    }
  });
}
