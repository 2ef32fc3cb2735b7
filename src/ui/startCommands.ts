import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../disposables';
import { commands } from '../names';
import { registerHandovers } from './handover/registerHandovers';
import type { StartPorts } from './startPorts';

export function registerStartCommands(ports: StartPorts): Disposable {
  const store = new DisposableStore();
  // The sheet and all that belongs to it load when somebody first starts.
  const start = async (argument?: unknown) => (await import('./onDemand')).startConversation(argument, ports);
  store.add(vscode.commands.registerCommand(commands.startConversation, start));
  store.add(registerHandovers(ports));
  // The sheet that was left for a preview comes back when that is closed.
  const close = () => vscode.commands.executeCommand('workbench.action.closeActiveEditor');
  store.add(vscode.commands.registerCommand(commands.backToReview, close));
  return store;
}
