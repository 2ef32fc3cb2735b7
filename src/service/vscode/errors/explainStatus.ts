import { l10n } from 'vscode';
import { settingsStatusMeaning } from '../../common/settingsFailure';
import type { Failure } from '../../../client/common/serviceError';
import { sentences } from './callHints';
import { formatDuration } from '../../../base/vscode/units';
import { explainBadRequest, noSettingsYet } from './explainBadRequest';
import { explainRefusedFields } from './explainRefusedFields';
import { seeLog, type Explanation } from '../../../base/vscode/explanation';
import { lookAtService, mendAddress, mendKey, tryAgain } from './remedies';
import type { FailedCall } from './failedCall';
import { saidWords } from './saidWords';

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
