import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../disposables';
import { commands } from '../names';
import { registerHandovers } from './handover/registerHandovers';
import type * as onDemand from './onDemand';
import type { StartPorts } from './startPorts';

export function registerStartCommands(ports: StartPorts): Disposable {
  const store = new DisposableStore();
  // The sheet and all that belongs to it load when somebody first starts.
  const register = (command: string, run: (flow: typeof onDemand, argument: unknown) => Promise<unknown>) => {
    const handler = async (argument?: unknown) => run(await import('./onDemand'), argument);
    store.add(vscode.commands.registerCommand(command, handler));
  };
  register(commands.startConversation, ({ startConversation }, argument) => startConversation(argument, ports));
  register(commands.createMicroagent, ({ createMicroagent }) => createMicroagent(ports));
  register(commands.replayConversation, ({ replayConversation }) => replayConversation(ports));
  store.add(registerHandovers(ports));
  return store;
}
