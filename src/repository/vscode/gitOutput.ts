import { l10n } from 'vscode';
import { commandRemedy, type Remedy } from '../../base/vscode/explanation';

export function gitOutput(): Remedy {
  return commandRemedy(l10n.t('Show Git Output'), 'git.showOutput');
}
