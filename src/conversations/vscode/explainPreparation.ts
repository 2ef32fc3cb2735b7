import { l10n } from 'vscode';
import type { PreparationError } from '../preparation';
import { commandRemedy, type Explanation, type Remedy } from '../../base/vscode/explanation';
import { explainService } from '../../service/vscode/errors/explainService';
import { responseWords, sentences } from '../../service/vscode/errors/failedCall';
import { openServiceRemedy, suggestOpeningService } from '../../service/vscode/errors/remedies';

export function explainPreparation(error: PreparationError): Explanation {
  const { baseUrl, id, end } = error;
  const outline = outlinePreparation(error);
  const refresh = refreshStatusRemedy({ id });
  switch (end.kind) {
    case 'failed': {
      const reason =
        end.detail === undefined ? l10n.t("No reason was given. Check the service's log.") : responseWords(end.detail);
      return suggestOpeningService(sentences(outline, reason), baseUrl);
    }
    case 'lost':
      return suggestOpeningService(outline, baseUrl);
    case 'cancelled':
    case 'late':
      return { sentence: outline, remedy: refresh };
    case 'rejected': {
      const { sentence, remedy = refresh } = explainService(end.error);
      return { sentence: sentences(outline, sentence), remedy };
    }
  }
}

/** The same without the service's own words. */
export function outlinePreparation({ baseUrl, end }: PreparationError): string {
  const { host } = new URL(baseUrl);
  switch (end.kind) {
    case 'failed':
      return l10n.t("{0} accepted the start, but couldn't prepare the conversation.", host);
    case 'lost':
      return l10n.t(
        'Check the service before you start it again. {0} accepted the start, but no longer knows it.',
        host,
      );
    case 'cancelled':
      return l10n.t(
        '{0} has accepted the start and is still preparing the conversation. Only the wait was canceled.',
        host,
      );
    case 'late':
      if (end.unanswered > 1)
        return l10n.t(
          "{0} has accepted the start, but hasn't answered when it was asked about it. It may still start.",
          host,
        );
      return l10n.t(
        "{0} has accepted the start, but hasn't finished preparing the conversation after 10 minutes. It may still start.",
        host,
      );
    case 'rejected':
      return l10n.t("{0} has accepted the start, but its progress can't be checked.", host);
  }
}

export function refreshStatusRemedy({ id }: { readonly id: string }): Remedy {
  return commandRemedy(l10n.t('Refresh Status'), 'agentConversations.refreshStatus', { id });
}

export function remediesWhilePreparing({ baseUrl, isPreparing }: PreparationError): readonly Remedy[] {
  return isPreparing ? [openServiceRemedy(baseUrl)] : [];
}
