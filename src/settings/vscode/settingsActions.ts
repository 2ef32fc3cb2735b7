import * as vscode from 'vscode';
import type { ServiceAccess } from '../../service/serviceConnection';
import type { SettingsStore } from '../settingsStore';
import type { SettingsRow } from '../settingsRow';
import { views } from '../../names';
import { confirmUnchecked } from '../../service/vscode/connection/confirmUnchecked';
import { copyable } from './settingsItems';

/** The command `refreshSettings`: shows the view, so that a refresh from the Command Palette has a visible result. */
export async function refreshSettings({ settings, service }: SettingsPorts): Promise<void> {
  await vscode.commands.executeCommand(`${views.settings}.focus`);
  const load = () => vscode.window.withProgress({ location: { viewId: views.settings } }, () => settings.load());
  let state = await load();
  const connection = state.kind === 'unchecked' ? await service.connect() : undefined;
  if (connection?.kind === 'unchecked' && (await confirmUnchecked(connection.address, service))) state = await load();
  if ('error' in state) throw state.error;
}

interface SettingsPorts {
  readonly settings: SettingsStore;
  readonly service: ServiceAccess;
}

/** The command `copySettingValue`, on a row of the settings view. */
export async function copySettingValue(_ports: unknown, row?: unknown): Promise<void> {
  const value = row === undefined ? undefined : copyable(row as SettingsRow);
  if (value === undefined) return;
  await vscode.env.clipboard.writeText(value);
  vscode.window.setStatusBarMessage(`$(check) ${vscode.l10n.t('Value copied')}`, 3000);
}
