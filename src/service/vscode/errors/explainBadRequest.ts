import { l10n } from 'vscode';
import { sentences } from './callHints';
import { seeLog, type Explanation } from '../../../base/vscode/explanation';
import { lookAtService } from './remedies';
import type { StatusFailure } from './explainStatus';
import type { FailedCall } from './failedCall';
import { saidWords } from './saidWords';

/** A 400: what known services refuse a start for, told by their code of the message; else in their own words. */
export function explainBadRequest({ messageId = '', text }: StatusFailure, call: FailedCall): Explanation {
  const { host, baseUrl } = call;
  if (messageId.endsWith('SETTINGS_NOT_FOUND')) {
    return lookAtService(sentences(noSettingsYet(host), leftBehind(call)), baseUrl);
  }
  if (messageId.endsWith('ERROR_LLM_AUTHENTICATION')) {
    return lookAtService(
      sentences(
        l10n.t(
          'No key for the language model is set on {0}, or it is refused. Set it in the settings of the service.',
          host,
        ),
        leftBehind(call),
      ),
      baseUrl,
    );
  }
  if (messageId.endsWith('GIT_PROVIDER_AUTHENTICATION_ERROR')) {
    return lookAtService(
      sentences(
        l10n.t('{0} has no access to the repository. Check the Git tokens in its settings.', host),
        saidWords(text),
      ),
      baseUrl,
    );
  }
  if (messageId.endsWith('MISSING_USER_MESSAGE')) {
    return seeLog(l10n.t('{0} starts no conversation without a message.', host));
  }
  return seeLog(sentences(l10n.t('{0} refused the request.', host), saidWords(text)));
}

export function noSettingsYet(host: string): string {
  return l10n.t('{0} has no settings for you yet. Open the service in the browser and save its settings once.', host);
}

/** Known services look at the settings after they have made the conversation. */
function leftBehind({ operation }: FailedCall): string {
  return operation === 'startConversation'
    ? l10n.t('It may list an empty conversation that this start left behind.')
    : '';
}
