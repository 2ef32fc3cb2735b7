import { l10n } from 'vscode';
import type { ConversationStartRequest } from '../../client/common/records';

/** Where a start goes and what it works on, a line for each. */
export function placeFacts(request: ConversationStartRequest, service: string): readonly string[] {
  const none = l10n.t({ message: 'none', comment: 'A field of the request that has no value' });
  return [
    l10n.t('Service: {0}', service),
    l10n.t('Repository: {0}', request.repository ?? none),
    l10n.t('Provider: {0}', request.git_provider ?? none),
    l10n.t('Branch: {0}', request.selected_branch ?? none),
  ];
}
