import * as vscode from 'vscode';
import { shownSettings, type SettingsState } from '../../service/common/settingsState';
import { formatAge } from '../../base/vscode/units';
import { explainService } from '../../service/vscode/errors/explainService';
import { plainNotification } from '../../base/common/text';

/**
 * The line above the rows: how old they are, and why they are not newer. Empty without rows: VS Code shows the welcome
 * text of the state, with its buttons, only while there is no message.
 */
export function settingsMessage(state: SettingsState, now: number): string {
  const shown = shownSettings(state);
  if (!shown) return state.kind === 'loading' ? vscode.l10n.t('Loading settings...') : '';
  const when = formatAge(shown.loadedAt, now);
  if (!('error' in state)) {
    return vscode.l10n.t({ message: 'Loaded {0}.', args: [when], comment: '{0} is "3 min. ago" or a date' });
  }
  const loaded = vscode.l10n.t({
    message: 'Last loaded {0}.',
    args: [when],
    comment: '{0} is "3 min. ago" or a date',
  });
  return plainNotification(`${explainService(state.error).sentence} ${loaded}`);
}
