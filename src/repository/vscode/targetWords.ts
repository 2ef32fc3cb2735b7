import { l10n } from 'vscode';
import type { ConversationStartRequest } from '../../client/common/records';
import type { SelectionReason } from '../common/repository';

/** Why the sheet names this repository. */
export function reasonWords(reason: SelectionReason): string {
  switch (reason) {
    case 'activeEditor':
      return l10n.t({ message: 'of the active editor', comment: 'Beside the name of a repository' });
    case 'sourceControl':
      return l10n.t('selected in Source Control');
    case 'onlyOne':
      return l10n.t('the only one open');
    case 'chosen':
      return l10n.t({ message: 'chosen', comment: 'Beside the name of a repository' });
  }
}

/** "octocat/Hello-World on main", for sentences; `undefined` without a repository. */
export function placeWords({ repository, selected_branch: branch }: ConversationStartRequest): string | undefined {
  if (repository === undefined) return undefined;
  if (branch === undefined) return repository;
  return l10n.t({
    message: '{0} on {1}',
    args: [repository, branch],
    comment: 'A repository and its branch; becomes {0} of sentences like "Conversation started in {0}."',
  });
}
