import * as vscode from 'vscode';
import { shownSettings, type SettingsState } from '../domain/settingsState';
import { age } from './age';
import { explain } from './explain';

/** The line above the rows: how old they are, and why they are not newer. */
export function settingsMessage(state: SettingsState, now: number): string {
  const shown = shownSettings(state);
  const loaded = shown && vscode.l10n.t('Loaded {0}.', age(shown.loadedAt, now));
  if (state.kind === 'loading') return loaded ?? vscode.l10n.t('Loading settings...');
  if (!('error' in state)) return loaded ?? '';
  // Without rows, the welcome text of the state says what to do; the sentence says what happened.
  return [explain(state.error).sentence, loaded].filter(Boolean).join(' ');
}
