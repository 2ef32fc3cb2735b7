import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../disposables';
import { commands } from '../names';
import type { ConnectionPorts } from './connectionFlow';
import type * as onDemand from './onDemand';
import type { Report } from './explanation';

export function registerConnectionCommands(ports: ConnectionPorts, report: Report): Disposable {
  const store = new DisposableStore();
  const register = (command: string, run: (flow: typeof onDemand) => Promise<unknown>) => {
    const handler = async () => run(await import('./onDemand')).catch((error: unknown) => report(error));
    store.add(vscode.commands.registerCommand(command, handler));
  };
  register(commands.setServiceUrl, ({ setServiceUrl }) => setServiceUrl(ports));
  register(commands.setSessionKey, ({ setSessionKey }) => setSessionKey(ports));
  register(commands.clearSessionKey, ({ clearSessionKey }) => clearSessionKey(ports));
  return store;
}
