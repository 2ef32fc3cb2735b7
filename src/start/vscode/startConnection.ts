import * as vscode from 'vscode';
import type { Connection } from '../../service/common/serviceAccess';
import type { SettingsSource } from '../../settings/common/settingsSource';
import { preflight } from '../common/preflight';
import type { Dialect } from '../../client/common/dialect';
import type { ConversationStartRequest } from '../../client/common/records';
import { knownSettings, type KnownSettings } from '../../service/common/settingsState';
import { commands } from '../../names';
import { askSessionKey } from '../../service/vscode/connection/askSessionKey';
import { confirmUnchecked } from '../../service/vscode/connection/confirmUnchecked';
import type { StartPorts } from './startPorts';

export type Ready = Extract<Connection, { kind: 'ready' }>;

export interface EnsuredConnection {
  /** Absent when a prompt was closed. */
  readonly connection?: Ready;
  /** True if the user was prompted. */
  readonly isNew: boolean;
}

/** True if the settings loaded with a new key cause warnings that the sheet couldn't know of. */
export async function bringsWarnings(
  request: ConversationStartRequest,
  before: { readonly settings: KnownSettings; readonly dialect: Dialect },
  dialect: Dialect,
  settings: Pick<SettingsSource, 'adopt'>,
): Promise<boolean> {
  const kindsOf = (known: KnownSettings, its: Dialect) =>
    preflight(request, { notes: [] }, known, its).map(({ kind }) => kind);
  const seen = kindsOf(before.settings, before.dialect);
  return kindsOf(knownSettings(await settings.adopt()), dialect).some((kind) => !seen.includes(kind));
}

/** Service URL and key, prompting on first use. */
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
