import * as vscode from 'vscode';
import type { Disposable } from '../disposables';
import { commands } from '../names';
import type { StartPorts } from './startPorts';

export function registerStartCommands(ports: StartPorts): Disposable {
  return vscode.commands.registerCommand(commands.startConversation, async (argument?: unknown) => {
    // The sheet and all that belongs to it load when somebody first starts.
    const { startConversation } = await import('./onDemand');
    return startConversation(argument, ports);
  });
}
