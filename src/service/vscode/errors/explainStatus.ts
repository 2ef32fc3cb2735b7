import { l10n } from 'vscode';
import { settingsStatusMeaning } from '../../common/settingsFailure';
import type { Failure } from '../../../client/common/serviceError';
import { sentences, type FailedCall, saidWords } from './failedCall';
import { formatDuration } from '../../../base/vscode/units';
import { seeLog, type Explanation } from '../../../base/vscode/explanation';
import { lookAtService, mendAddress, mendKey, tryAgain } from './remedies';
import type { RefusedField } from '../../../client/common/serverText';
import { requestFieldLabel } from './fieldLabels';

export type StatusFailure = Extract<Failure, { kind: 'status' }>;

/** An answer with a status that says no. */
export function explainStatus(failure: StatusFailure, call: FailedCall): Explanation {
  const { status, text } = failure;
  const { host, operation } = call;
  const say = (words: string) => sentences(words, saidWords(text));
  switch (status) {
    case 400:
      return explainBadRequest(failure, call);
    case 401:
      return explainUnauthorized(failure, call);
    case 403:
      return /email.?not.?verified/i.test(text ?? '')
        ? lookAtService(l10n.t('{0} wants your email address to be verified first.', host), call.baseUrl)
        : mendKey(say(l10n.t('{0} does not allow this with your session key.', host)));
    case 404:
      return operation === 'loadSettings' && settingsStatusMeaning(status, text) === 'noSettings'
        ? lookAtService(noSettingsYet(host), call.baseUrl)
        : mendAddress(
            l10n.t(
              '{0} does not have this operation. Check the address of the service, and whether it needs a path.',
              host,
            ),
          );
    case 405:
    case 410:
      return mendAddress(
        l10n.t('{0} no longer offers this operation. It may be a newer kind of service, or the wrong address.', host),
      );
    case 408:
      return tryAgain(say(l10n.t('{0} did not wait for the whole request.', host)), operation);
    case 409:
      return seeLog(say(l10n.t('{0} says that this conflicts with what it already has.', host)));
    case 413:
      return seeLog(say(l10n.t('The request is too large for {0}. Make the message or its images smaller.', host)));
    case 422:
      return seeLog(
        say(sentences(l10n.t('{0} does not accept the request.', host), explainRefusedFields(failure.refusedFields))),
      );
    case 429:
      return tryAgain(say(sentences(l10n.t('{0} is asked too often.', host), waitWords(failure))), operation);
    case 502:
    case 504:
      return tryAgain(
        say(l10n.t('A gateway in front of {0} got no answer from the service (status {1}).', host, status)),
        operation,
      );
    case 503:
      return tryAgain(
        say(sentences(l10n.t('{0} is not available at the moment (status {1}).', host, status), waitWords(failure))),
        operation,
      );
    default:
      return status >= 500
        ? tryAgain(say(l10n.t('{0} failed on its side (status {1}).', host, status)), operation)
        : seeLog(say(l10n.t('{0} refused the request (status {1}).', host, status)));
  }
}

/** Not every 401 speaks of the session key: the tokens that the service keeps for Git may be what is refused. */
function explainUnauthorized({ status, text }: StatusFailure, { host, operation, baseUrl }: FailedCall): Explanation {
  const said = saidWords(text);
  if (operation === 'startConversation' && speaksOfRepository(text)) {
    return lookAtService(
      sentences(l10n.t('{0} has no access to the repository. Check the Git tokens in its settings.', host), said),
      baseUrl,
    );
  }
  if (operation === 'loadSettings' && settingsStatusMeaning(status, text) !== 'keyRefused') {
    return lookAtService(
      sentences(l10n.t('{0} could not read your settings: the Git tokens stored there may be broken.', host), said),
      baseUrl,
    );
  }
  return explainRefusedKey(host, text);
}

/** Servers since 0.55 refuse a repository so, as if it were the key. */
export function speaksOfRepository(text = ''): boolean {
  return /repo/i.test(text);
}

export function explainRefusedKey(host: string, text: string | undefined): Explanation {
  return mendKey(sentences(l10n.t('{0} refuses the session key.', host), saidWords(text)));
}

function waitWords({ retryAfterSeconds }: StatusFailure): string {
  return retryAfterSeconds
    ? l10n.t({
        message: 'Try again in {0}.',
        args: [formatDuration(retryAfterSeconds)],
        comment: '{0} is "5 minutes" or "2 days"',
      })
    : l10n.t('Try again in a moment.');
}

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

const maxShown = 5;

/** What the service has against each field, by the names on the sheet; the log has those that are too many. */
export function explainRefusedFields(fields: readonly RefusedField[] = []): string {
  const more = fields.length - maxShown;
  return sentences(
    ...fields.slice(0, maxShown).map(explainField),
    more > 0 ? l10n.t('The log has {0} more.', more) : '',
  );
}

function explainField({ path, type, message }: RefusedField): string {
  const label = path === '' ? l10n.t('The request') : requestFieldLabel(path);
  if (type === 'missing') return l10n.t('{0}: is missing.', label);
  if (type === 'extra_forbidden') return l10n.t('{0}: this service does not take it.', label);
  // What the service's own checks say is wrapped in words of its framework.
  const words = message.replace(/^(Value|Assertion) error, /, '').replace(/\.$/, '');
  return words === '' ? l10n.t('{0}: is refused.', label) : l10n.t('{0}: {1}.', label, words);
}
