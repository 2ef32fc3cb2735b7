import * as vscode from 'vscode';
import type { SettingsSource } from '../domain/ports';
import type { SettingsRow } from '../domain/settingsOutline';
import { DisposableStore, type Disposable } from '../disposables';
import { commands, views } from '../names';
import { report } from './report';

export function registerSettingsCommands(settings: SettingsSource): Disposable {
  const store = new DisposableStore();
  store.add(
    vscode.commands.registerCommand(commands.refreshSettings, async () => {
      const state = await vscode.window.withProgress({ location: { viewId: views.settings } }, () => settings.load());
      if ('error' in state) await report(state.error);
      if (state.kind === 'noKey' || state.kind === 'badAddress') {
        await vscode.commands.executeCommand(`${views.settings}.focus`);
      }
    }),
  );
  store.add(
    vscode.commands.registerCommand(commands.copySettingValue, async (row: SettingsRow) => {
      const { copyable } = await import('./onDemand');
      const value = copyable(row);
      if (value === undefined) return;
      await vscode.env.clipboard.writeText(value);
      vscode.window.setStatusBarMessage(vscode.l10n.t('$(check) Value copied'), 3000);
    }),
  );
  return store;
}
