import * as vscode from 'vscode';
import { commandRemedy, seeLog, type Explanation, type Remedy } from '../../../base/vscode/explanation';
import { openInBrowser } from '../../../base/vscode/openInBrowser';
import { sentences, type FailedCall } from './failedCall';

/** @param baseUrl the service whose key is meant, which may not be the one in the settings */
export function suggestSessionKey(sentence: string, baseUrl: string): Explanation {
  const label = vscode.l10n.t('Set Session Key...');
  return { sentence, remedy: commandRemedy(label, 'agentConversations.setSessionKey', baseUrl) };
}

/** Offers to set the service URL if the failed call was to the service in the settings. No setting has another one's URL. */
export function suggestServiceUrl(sentence: string, { isCurrent }: Pick<FailedCall, 'isCurrent'>): Explanation {
  if (!isCurrent) return seeLog(sentence);
  return { sentence, remedy: commandRemedy(vscode.l10n.t('Set Service URL...'), 'agentConversations.setServiceUrl') };
}

/**
 * The explanation of an answer that shows that the URL isn't the service's. No setting has the URL of a past conversation's
 * service, which may have moved.
 */
export function suggestCheckingUrl(
  sentence: string,
  call: Pick<FailedCall, 'isCurrent' | 'baseUrl'>,
  advice = vscode.l10n.t('Check the service URL.'),
): Explanation {
  if (call.isCurrent) return suggestServiceUrl(sentences(sentence, advice), call);
  const adviceOnOther = vscode.l10n.t('Open the service in the browser to see whether it has moved.');
  return suggestOpeningService(sentences(sentence, adviceOnOther), call.baseUrl);
}

/** The explanation of a problem that is fixed by detecting the service's API again. */
export function suggestFindingApi(sentence: string, { baseUrl }: Pick<FailedCall, 'baseUrl'>): Explanation {
  return { sentence, remedy: refreshSettingsRemedy(baseUrl) };
}

/** @param baseUrl the service whose API is detected, which may not be the one in the settings */
export function refreshSettingsRemedy(baseUrl: string): Remedy {
  return commandRemedy(vscode.l10n.t('Refresh Settings'), 'agentConversations.refreshSettings', baseUrl);
}

export function openServiceRemedy(baseUrl: string): Remedy {
  return { label: vscode.l10n.t('Open Service in Browser'), run: () => openInBrowser(baseUrl) };
}

export function suggestOpeningService(sentence: string, baseUrl: string): Explanation {
  return { sentence, remedy: openServiceRemedy(baseUrl) };
}

/** Only reading the settings offers to try again. */
export function suggestTryingAgain(
  sentence: string,
  { operation, baseUrl }: Pick<FailedCall, 'operation' | 'baseUrl'>,
): Explanation {
  return operation === 'loadSettings'
    ? { sentence, remedy: commandRemedy(vscode.l10n.t('Try Again'), 'agentConversations.refreshSettings', baseUrl) }
    : seeLog(sentence);
}
