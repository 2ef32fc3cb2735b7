import * as vscode from 'vscode';
import type { SettingsSource } from '../domain/ports/service';
import type { SettingsRow } from '../domain/settingsOutline';
import { views } from '../names';
import { copyable } from './settingsItems';

/** The command `refreshSettings`: shows the view, so that a refresh from the palette is seen to have worked. */
export async function refreshSettings({ settings }: { readonly settings: SettingsSource }): Promise<void> {
  await vscode.commands.executeCommand(`${views.settings}.focus`);
  const state = await vscode.window.withProgress({ location: { viewId: views.settings } }, () => settings.load());
  if ('error' in state) throw state.error;
}

/** The command `copySettingValue`, on a row of the settings view. */
export async function copySettingValue(_ports: unknown, row?: unknown): Promise<void> {
  const value = row === undefined ? undefined : copyable(row as SettingsRow);
  if (value === undefined) return;
  await vscode.env.clipboard.writeText(value);
  vscode.window.setStatusBarMessage(`$(check) ${vscode.l10n.t('Value copied')}`, 3000);
}
