import * as vscode from 'vscode';
import type { ServiceAccess } from '../../service/common/serviceAccess';
import type { SettingsSource } from '../common/settingsSource';
import type { SettingsRow } from '../common/settingsRow';
import { views } from '../../names';
import { confirmUnchecked } from '../../service/vscode/connection/confirmUnchecked';
import { copyable } from './settingsItems';
import { afterWalkthrough } from '../../base/vscode/afterWalkthrough';
import { type ConnectionPorts, setSessionKey } from '../../service/vscode/connection/connectionCommands';

/** The command `refreshSettings`: shows the view, so that a refresh from the Command Palette has a visible result. */
export async function refreshSettings({ settings, service }: SettingsPorts): Promise<void> {
  await vscode.commands.executeCommand(`${views.settings}.focus`);
  const load = () => vscode.window.withProgress({ location: { viewId: views.settings } }, () => settings.load());
  let state = await load();
  const connection = state.kind === 'unchecked' ? await service.connect() : undefined;
  if (connection?.kind === 'unchecked' && (await confirmUnchecked(connection.address, service))) state = await load();
  if (state.kind === 'wrongService' && (await hasOtherApi(service))) state = await load();
  if ('error' in state) throw state.error;
}

/** The service may have been updated since its API was found out. */
async function hasOtherApi(service: ServiceAccess): Promise<boolean> {
  const [connection, before] = [await service.connect(), await service.dialect()];
  if (connection.kind !== 'ready') return false;
  await service.tryAddress(connection.address).catch(() => undefined);
  return (await service.dialect()) !== before;
}

interface SettingsPorts {
  readonly settings: SettingsSource;
  readonly service: ServiceAccess;
}

/** The command `copySettingValue`, on a row of the settings view. */
export async function copySettingValue(_ports: unknown, row?: unknown): Promise<void> {
  const value = row === undefined ? undefined : copyable(row as SettingsRow);
  if (value === undefined) return;
  await vscode.env.clipboard.writeText(value);
  vscode.window.setStatusBarMessage(`$(check) ${vscode.l10n.t('Value copied')}`, 3000);
}

/**
 * The command `showSettings` of the walkthrough: without a session key there are none to show, so it asks for it first.
 */
export async function showSettings(
  ports: ConnectionPorts & { readonly settings: Pick<SettingsSource, 'ensureLoaded'> },
  given?: unknown,
): Promise<void> {
  await afterWalkthrough(given);
  // The view itself asks about a certificate that isn't verified.
  const isReady = async () => ['ready', 'unchecked'].includes((await ports.service.connect()).kind);
  if (!(await isReady())) {
    await setSessionKey(ports);
    if (!(await isReady())) return;
  }
  const focus = () => vscode.commands.executeCommand(`${views.settings}.focus`);
  await focus();
  // An empty view can't hold the focus.
  await ports.settings.ensureLoaded();
  await focus();
}
