import * as vscode from 'vscode';
import type { SettingsSource } from '../domain/ports';
import type { SettingsRow } from '../domain/settingsOutline';
import { DisposableStore, type Disposable } from '../disposables';
import { commands, views } from '../names';
import type { Report } from './explanation';

export function registerSettingsCommands(settings: SettingsSource, report: Report): Disposable {
  const store = new DisposableStore();
  store.add(vscode.commands.registerCommand(commands.refreshSettings, () => refresh(settings, report)));
  store.add(
    vscode.commands.registerCommand(commands.copySettingValue, (row?: SettingsRow) =>
      copyValue(row).catch((error: unknown) => report(error)),
    ),
  );
  return store;
}

/** Shows the view, so that a refresh from the palette is seen to have worked. */
async function refresh(settings: SettingsSource, report: Report): Promise<void> {
  await vscode.commands.executeCommand(`${views.settings}.focus`);
  const state = await vscode.window.withProgress({ location: { viewId: views.settings } }, () => settings.load());
  if ('error' in state) await report(state.error);
}

async function copyValue(row: SettingsRow | undefined): Promise<void> {
  const { copyable } = await import('./onDemand');
  const value = row && copyable(row);
  if (value === undefined) return;
  await vscode.env.clipboard.writeText(value);
  vscode.window.setStatusBarMessage(`$(check) ${vscode.l10n.t('Value copied')}`, 3000);
}
