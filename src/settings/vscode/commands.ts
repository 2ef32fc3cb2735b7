import * as vscode from 'vscode';
import { reportErrors } from '../../base/vscode/commands';
import type { Report } from '../../base/vscode/explanation';
import type { SettingsStore } from '../settingsStore';
import type { SettingsRow } from '../settingsOutline';
import { shownSettings, type SettingsState } from '../../service/settingsState';
import { views } from '../../names';
import { findApiOfOther, type ConnectionPorts } from '../../service/vscode/connection/connectionCommands';
import { connectTo } from '../../service/vscode/connection/connectTo';
import { copyable } from './settingsItems';

export interface SettingsPorts extends Omit<ConnectionPorts, 'followed'> {
  readonly settings: SettingsStore;
}

/**
 * The command `refreshSettings`. It shows the view first, so that a refresh from the Command Palette has a visible result.
 * @param given URL of a known service. If it isn't the one in the settings, only its API is found out
 */
export async function refreshSettings(ports: SettingsPorts, given?: unknown): Promise<void> {
  const { settings } = ports;
  if (await findApiOfOther(ports, given)) return;
  await vscode.commands.executeCommand(`${views.settings}.focus`);
  const load = () => vscode.window.withProgress({ location: { viewId: views.settings } }, () => settings.load());
  let state = await load();
  if (state.kind === 'unverified' && (await connectTo(ports))) state = await load();
  if ('error' in state && !isShownInView(state)) throw state.error;
}

/** True if the view already shows the error: above older settings, or as its welcome text. */
function isShownInView(state: SettingsState): boolean {
  return shownSettings(state) !== undefined || state.kind === 'keyRefused' || state.kind === 'noSettings';
}

/** The command `copySettingValue`, with the row whose menu or button was used. */
export async function copySettingValue(_ports: unknown, row?: unknown): Promise<void> {
  const value = row ? copyable(row as SettingsRow) : undefined;
  if (value === undefined) return;
  await vscode.env.clipboard.writeText(value);
  vscode.window.setStatusBarMessage(`$(check) ${vscode.l10n.t('Value copied')}`, 3000);
}

export const commands = reportErrors<SettingsPorts & { readonly report: Report }>({
  copySettingValue,
  refreshSettings,
});
