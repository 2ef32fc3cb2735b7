import * as vscode from 'vscode';
import { ExplainedError } from '../../../base/vscode/explanation';
import type { ReadyConnection } from '../../serviceConnection';
import { explainServiceUrl } from '../errors/explainInput';
import { askSessionKey, type ConnectingPorts } from './askSessionKey';
import { confirmUnverified } from './confirmUnsafe';

/**
 * Connects to a service, by default to the one in the settings. Asks the user for what is missing.
 * @returns `undefined` if a prompt was closed
 * @throws {ExplainedError} if the given URL can't be used
 */
export async function connectTo(ports: ConnectingPorts, baseUrl?: string): Promise<ReadyConnection | undefined> {
  const { service } = ports;
  const connection = await service.connect(baseUrl);
  switch (connection.kind) {
    case 'ready':
      return connection;
    case 'noKey':
      await askSessionKey(connection.address, ports);
      break;
    case 'unverified':
      await confirmUnverified(connection.address, service);
      break;
    case 'badAddress':
      if (baseUrl !== undefined) throw new ExplainedError(explainServiceUrl(connection.reason));
      await vscode.commands.executeCommand('agentConversations.setServiceUrl');
  }
  const again = await service.connect(baseUrl);
  return again.kind === 'ready' ? again : undefined;
}
