import { l10n } from 'vscode';
import type { ConversationStartRequest, GitProvider } from '../../client/records';
import { type SelectionReason, isRepositoryPath } from '../repository';
import { providerLabel } from '../../service/vscode/gitProviderLabels';

export const reasonLabels: Readonly<Record<SelectionReason, () => string>> = {
  activeEditor: () => l10n.t({ message: 'active editor', comment: 'Beside the name of a repository' }),
  sourceControl: () => l10n.t('selected in Source Control'),
  onlyOne: () => l10n.t('only open repository'),
  chosen: () => l10n.t({ message: 'selected', comment: 'Beside the name of a repository' }),
  named: () => l10n.t({ message: 'open in this window', comment: 'Beside the name of a repository' }),
};

/** "octocat/Hello-World on main", for sentences; `undefined` without a repository. */
export function placeLabel({ repository, selected_branch: branch }: ConversationStartRequest): string | undefined {
  if (repository === undefined) return undefined;
  if (branch === undefined) return repository;
  return l10n.t({
    message: '{0} on {1}',
    args: [repository, branch],
    comment: 'A repository and its branch; becomes {0} of sentences like "Conversation started in {0}."',
  });
}

export function providerChoices(gitProviders: readonly GitProvider[]) {
  return gitProviders.map((value) => ({ label: providerLabel(value), description: value, value }));
}

export function noProvider(): { readonly label: string; readonly value: null } {
  return { label: l10n.t('None (Detected by the Service)'), value: null };
}

export function refuseRepository(text: string): string | undefined {
  return isRepositoryPath(text) ? undefined : l10n.t('Use a path like owner/name.');
}
