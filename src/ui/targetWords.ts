import { l10n } from 'vscode';
import type { ConversationStartRequest } from '../domain/records';
import type { SelectionReason } from '../domain/repository';

/** Why the sheet names this repository. */
export function reasonWords(reason: SelectionReason): string {
  switch (reason) {
    case 'activeEditor':
      return l10n.t('of the active editor');
    case 'sourceControl':
      return l10n.t('selected in Source Control');
    case 'onlyOne':
      return l10n.t('the only one open');
    case 'chosen':
      return l10n.t('chosen');
  }
}

/** "octocat/Hello-World on main", for sentences; `undefined` without a repository. */
export function placeWords({ repository, selected_branch: branch }: ConversationStartRequest): string | undefined {
  if (repository === undefined) return undefined;
  return branch === undefined ? repository : l10n.t('{0} on {1}', repository, branch);
}
