import { l10n } from 'vscode';
import { commandRemedy, type Remedy } from '../../base/vscode/explanation';

/** Shows all that Git said. */
export function gitOutput(): Remedy {
  return commandRemedy(l10n.t('Show Git Output'), 'git.showOutput');
}
