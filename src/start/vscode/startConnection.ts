import * as vscode from 'vscode';
import type { Connection } from '../../service/common/serviceAccess';
import type { SettingsSource } from '../../settings/common/settingsSource';
import { preflight } from '../common/preflight';
import type { ConversationStartRequest } from '../../client/common/records';
import { knownSettings, type KnownSettings } from '../../service/common/settingsState';
import { commands } from '../../names';
import { askSessionKey } from '../../service/vscode/connection/askSessionKey';
import { confirmUnchecked } from '../../service/vscode/connection/confirmUnchecked';
import type { StartPorts } from './startPorts';

export type Ready = Extract<Connection, { kind: 'ready' }>;

export interface EnsuredConnection {
  /** Absent when a question was closed. */
  readonly connection?: Ready;
  /** It took a question. */
  readonly isNew: boolean;
}

/** Whether the settings that came with a new key warn of what the sheet could not know. */
export async function bringsWarnings(
  request: ConversationStartRequest,
  before: KnownSettings,
  settings: Pick<SettingsSource, 'adopt'>,
): Promise<boolean> {
  const kindsOf = (known: KnownSettings) => preflight(request, { notes: [] }, known).map(({ kind }) => kind);
  const seen = kindsOf(before);
  return kindsOf(knownSettings(await settings.adopt())).some((kind) => !seen.includes(kind));
}

/** Address and key, asked for when they are first needed. */
export async function ensureConnection({
  service,
  keys,
}: Pick<StartPorts, 'service' | 'keys'>): Promise<EnsuredConnection> {
  const connection = await service.connect();
  if (connection.kind === 'ready') return { connection, isNew: false };
  if (connection.kind === 'noKey') await askSessionKey(connection.address, keys, service);
  else if (connection.kind === 'unchecked') await confirmUnchecked(connection.address, service);
  else await vscode.commands.executeCommand(commands.setServiceUrl);
  const again = await service.connect();
  return { ...(again.kind === 'ready' && { connection: again }), isNew: true };
}
