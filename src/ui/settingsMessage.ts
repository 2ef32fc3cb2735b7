import * as vscode from 'vscode';
import { shownSettings, type SettingsState } from '../domain/settingsState';
import { age } from './age';
import { explain } from './explain';

/**
 * The line above the rows: how old they are, and why they are not newer. Empty without rows: VS Code shows the welcome
 * text of the state, with its buttons, only while there is no message.
 */
export function settingsMessage(state: SettingsState, now: number): string {
  const shown = shownSettings(state);
  const loaded = shown && vscode.l10n.t('Loaded {0}.', age(shown.loadedAt, now));
  if (state.kind === 'loading') return loaded ?? vscode.l10n.t('Loading settings...');
  if (!loaded) return '';
  return 'error' in state ? `${explain(state.error).sentence} ${loaded}` : loaded;
}
