import * as vscode from 'vscode';
import type { Connection, ReadyConnection } from '../../service/common/serviceAccess';
import { preflight } from '../common/preflight';
import type { Dialect } from '../../client/common/dialect';
import { knownSettings, type KnownSettings } from '../../service/common/settingsState';
import { commands } from '../../names';
import { askSessionKey } from '../../service/vscode/connection/askSessionKey';
import { confirmUnchecked } from '../../service/vscode/connection/confirmUnchecked';
import type { Reviewed } from './sheet/reviewSheet';
import type { StartPorts } from './startPorts';

/**
 * Connects to the service that the sheet showed, prompting on first use.
 * @returns `undefined` if the sheet has to be shown again: a prompt was closed, another service has been configured, or
 *   the settings loaded with a new key cause warnings that the sheet couldn't know of
 */
export async function connectionFor(
  { request }: Reviewed,
  service: string,
  ports: Pick<StartPorts, 'service' | 'keys' | 'settings'>,
): Promise<ReadyConnection | undefined> {
  const kindsOf = (known: KnownSettings, dialect: Dialect) =>
    preflight(request, { notes: [] }, known, dialect).map(({ kind }) => kind);
  const seen = kindsOf(knownSettings(ports.settings.state), await ports.service.dialect());
  const connected = await ports.service.connect();
  const connection = connected.kind === 'ready' ? connected : await askFor(connected, ports);
  if (connection?.address.baseUrl !== service) return undefined;
  if (connection === connected) return connection;
  const brought = kindsOf(knownSettings(await ports.settings.adopt()), connection.dialect);
  return brought.every((kind) => seen.includes(kind)) ? connection : undefined;
}

/** Prompts for what is missing. */
async function askFor(
  connection: Exclude<Connection, ReadyConnection>,
  { service, keys }: Pick<StartPorts, 'service' | 'keys'>,
): Promise<ReadyConnection | undefined> {
  if (connection.kind === 'noKey') await askSessionKey(connection.address, keys, service);
  else if (connection.kind === 'unchecked') await confirmUnchecked(connection.address, service);
  else await vscode.commands.executeCommand(commands.setServiceUrl);
  const again = await service.connect();
  return again.kind === 'ready' ? again : undefined;
}
