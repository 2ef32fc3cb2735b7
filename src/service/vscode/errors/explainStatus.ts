import { l10n } from 'vscode';
import { settingsStatusMeaning } from '../../settingsState';
import type { FailureOf } from '../../../client/serviceError';
import { sentences, type FailedCall, responseWords } from './failedCall';
import { formatDuration } from '../../../base/vscode/units';
import { seeLog, type Explanation } from '../../../base/vscode/explanation';
import {
  suggestCheckingUrl,
  suggestFindingApi,
  suggestOpeningService,
  suggestSessionKey,
  suggestTryingAgain,
} from './remedies';
import type { RejectedField } from '../../../client/serverText';
import { requestFieldLabel } from './fieldLabels';

type StatusFailure = FailureOf<'status'>;

export function explainStatus(failure: StatusFailure, call: FailedCall): Explanation {
  switch (failure.status) {
    case 400:
      return failure.needsTls ? explainNeedsTls(call) : explainBadRequest(failure, call);
    case 401:
      return failure.isGateway ? explainGateway(failure, call) : explainUnauthorized(failure, call);
    case 403:
      return failure.isGateway ? explainGateway(failure, call) : explainForbidden(failure, call);
    case 404:
      return isAboutProfile(failure, call) ? explainProfile(failure, call) : explainNotFound(failure, call);
    case 405:
    case 410:
      return explainNotOffered(call);
    case 408:
      return explainRequestTimeout(failure, call);
    case 409:
      return explainConflict(failure, call);
    case 413:
      return explainTooLarge(failure, call);
    case 422:
      return isAboutProfile(failure, call) ? explainProfile(failure, call) : explainInvalidRequest(failure, call);
    case 429:
      return explainTooManyRequests(failure, call);
    case 502:
    case 504:
      return explainBadGateway(failure, call);
    case 503:
      return explainUnavailable(failure, call);
    default:
      return failure.isGateway ? explainBadGateway(failure, call) : explainOtherStatus(failure, call);
  }
}

function explainForbidden({ text }: StatusFailure, { host, baseUrl }: FailedCall): Explanation {
  if (/email.?not.?verified/i.test(text ?? ''))
    return suggestOpeningService(l10n.t('{0} requires you to verify your email address first.', host), baseUrl);
  const words = l10n.t("{0} doesn't allow this with your session key.", host);
  return suggestSessionKey(sentences(words, responseWords(text)), baseUrl);
}

function explainNotFound({ status, text }: StatusFailure, call: FailedCall): Explanation {
  const { host, operation, baseUrl } = call;
  if (operation === 'newestEvents' || operation === 'waitingActions') return explainMissingEvents(call);
  if (operation !== 'loadSettings') return explainNotOffered(call);
  if (settingsStatusMeaning(status, text) === 'noSettings') return suggestOpeningService(noSettingsYet(host), baseUrl);
  const advice = l10n.t('Check the service URL and whether it needs a path.');
  return suggestCheckingUrl(l10n.t("{0} doesn't have this operation.", host), call, advice);
}

/** The service has just reported the conversation. An agent server that was restarted has its events only a minute later. */
function explainMissingEvents(call: FailedCall): Explanation {
  return suggestFindingApi(
    l10n.t(
      "{0} doesn't have the conversation's events. If the service was just restarted, try again in a minute; if it was updated, select Refresh Settings.",
      call.host,
    ),
    call,
  );
}

function explainNotOffered(call: FailedCall): Explanation {
  const advice = call.isCurrent
    ? l10n.t('If the service was updated, select Refresh Settings; otherwise, check the URL.')
    : l10n.t('If the service was updated, select Refresh Settings.');
  return suggestFindingApi(sentences(l10n.t("{0} doesn't offer this operation.", call.host), advice), call);
}

function explainNeedsTls(call: FailedCall): Explanation {
  const advice = l10n.t('Should the URL start with https:// instead of http://?');
  return suggestCheckingUrl(l10n.t('{0} requires TLS.', call.host), call, advice);
}

function explainRequestTimeout({ text }: StatusFailure, call: FailedCall): Explanation {
  const words = l10n.t('{0} timed out waiting for the request.', call.host);
  return suggestTryingAgain(sentences(words, responseWords(text)), call);
}

function explainConflict({ text }: StatusFailure, { host, operation }: FailedCall): Explanation {
  const words =
    operation === 'resumeSandbox'
      ? l10n.t("{0} can't resume the sandbox now: it's starting or stopping. Try again in a moment.", host)
      : l10n.t('{0} reported a conflict (status 409).', host);
  return seeLog(sentences(words, responseWords(text)));
}

function explainTooLarge({ text }: StatusFailure, { host }: FailedCall): Explanation {
  const words = l10n.t('The request is too large for {0}. Shorten the message, or use smaller or fewer images.', host);
  return seeLog(sentences(words, responseWords(text)));
}

function explainInvalidRequest({ text, rejectedFields }: StatusFailure, { host }: FailedCall): Explanation {
  const words = l10n.t('{0} rejected the request as invalid.', host);
  return seeLog(sentences(words, explainRejectedFields(rejectedFields), responseWords(text)));
}

function explainTooManyRequests(failure: StatusFailure, call: FailedCall): Explanation {
  const words = l10n.t('Too many requests to {0}.', call.host);
  return suggestTryingAgain(sentences(words, waitWords(failure), responseWords(failure.text)), call);
}

function explainBadGateway({ status, text, isGateway }: StatusFailure, call: FailedCall): Explanation {
  const words = isGateway
    ? l10n.t('A gateway in front of {0} got no response from the service (status {1}).', call.host, status)
    : l10n.t("The service behind {0} didn't respond (status {1}).", call.host, status);
  return suggestTryingAgain(sentences(words, responseWords(text)), call);
}

function explainUnavailable(failure: StatusFailure, call: FailedCall): Explanation {
  const words = l10n.t('{0} is currently unavailable (status {1}).', call.host, failure.status);
  // A start may be running, so trying again could start a second one.
  const wait = call.operation === 'startConversation' ? '' : waitWords(failure);
  return suggestTryingAgain(sentences(words, wait, responseWords(failure.text)), call);
}

function explainOtherStatus({ status, text }: StatusFailure, call: FailedCall): Explanation {
  const sentence = sentences(statusWords(call.host, status), responseWords(text));
  return status >= 500 ? suggestTryingAgain(sentence, call) : seeLog(sentence);
}

function explainGateway({ status }: StatusFailure, { host, baseUrl }: FailedCall): Explanation {
  const words = l10n.t(
    "Something in front of {0} rejected the request (status {1}), such as a proxy or a sign-in page, so your session key wasn't checked. Sign in there, or check your network or VPN.",
    host,
    status,
  );
  return suggestOpeningService(words, baseUrl);
}

/** A sentence about any status, without the service's own words. */
export function statusWords(host: string, status: number): string {
  return status >= 500
    ? l10n.t('{0} had an internal error (status {1}).', host, status)
    : l10n.t('{0} rejected the request (status {1}).', host, status);
}

/** Not every 401 is about the session key: the service may have rejected its stored Git tokens. */
function explainUnauthorized({ status, text }: StatusFailure, call: FailedCall): Explanation {
  const { host, operation, baseUrl } = call;
  if (operation === 'startConversation' && mentionsRepository(text)) return explainMissingAccess(text, call);
  if (operation === 'loadSettings' && settingsStatusMeaning(status, text) !== 'keyRefused') {
    const words = l10n.t("{0} couldn't read your settings. The Git tokens saved there may be invalid.", host);
    return suggestOpeningService(sentences(words, responseWords(text)), baseUrl);
  }
  return explainRefusedKey(call, text);
}

function explainMissingAccess(text: string | undefined, { host, baseUrl }: FailedCall): Explanation {
  const words = l10n.t("{0} doesn't have access to the repository. Check the Git tokens in its settings.", host);
  return suggestOpeningService(sentences(words, responseWords(text)), baseUrl);
}

/** True if an agent server has rejected a start because its profile, or something that the profile names, is gone. */
function isAboutProfile({ text = '', rejectedFields }: StatusFailure, { operation }: FailedCall): boolean {
  return operation === 'startConversation' && rejectedFields === undefined && /\bprofile\b/i.test(text);
}

function explainProfile({ text }: StatusFailure, { host, baseUrl }: FailedCall): Explanation {
  const words = l10n.t(
    "{0} can't start with its agent profile: the profile is missing, or its model isn't set up. Check the profiles in the service's settings.",
    host,
  );
  return suggestOpeningService(sentences(words, responseWords(text)), baseUrl);
}

/** True if a rejection is about the repository. Servers since 0.55 use the same status for it as for a wrong key. */
export function mentionsRepository(text = ''): boolean {
  return /repo/i.test(text);
}

export function explainRefusedKey(
  { host, baseUrl }: Pick<FailedCall, 'host' | 'baseUrl'>,
  text: string | undefined,
): Explanation {
  return suggestSessionKey(sentences(l10n.t('{0} rejected the session key.', host), responseWords(text)), baseUrl);
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

/** Explains known reasons for rejecting a start, by their message code. Other reasons have the service's own words. */
function explainBadRequest({ messageId = '', text }: StatusFailure, call: FailedCall): Explanation {
  const { host, baseUrl } = call;
  if (messageId.endsWith('SETTINGS_NOT_FOUND'))
    return suggestOpeningService(sentences(noSettingsYet(host), leftBehind(call)), baseUrl);
  if (messageId.endsWith('ERROR_LLM_AUTHENTICATION')) {
    const words = l10n.t("No model API key is set on {0}, or it was rejected. Set it in the service's settings.", host);
    return suggestOpeningService(sentences(words, leftBehind(call)), baseUrl);
  }
  if (messageId.endsWith('GIT_PROVIDER_AUTHENTICATION_ERROR')) return explainMissingAccess(text, call);
  if (messageId.endsWith('MISSING_USER_MESSAGE')) return seeLog(l10n.t('{0} requires a message.', host));
  return seeLog(sentences(l10n.t('{0} rejected the request.', host), responseWords(text)));
}

export function noSettingsYet(host: string): string {
  return l10n.t('{0} has no settings for you yet. Open the service in the browser, and save its settings once.', host);
}

/** Says that an empty conversation may be left, because known services create it before they check the settings. */
function leftBehind({ operation }: FailedCall): string {
  return operation === 'startConversation' ? l10n.t('The service may list an empty conversation from this start.') : '';
}

const maxShown = 5;

/** The service's objections to fields, by the fields' labels. If there are many, only the log has all. */
function explainRejectedFields(fields: readonly RejectedField[] = []): string {
  const more = fields.length - maxShown;
  return sentences(
    ...fields.slice(0, maxShown).map(explainField),
    more > 0 ? l10n.t('See the log for {0} more.', more) : '',
  );
}

function explainField({ path, type }: RejectedField): string {
  const label = path === '' ? l10n.t('Request') : requestFieldLabel(path);
  if (type === 'missing') return l10n.t('{0}: missing.', label);
  if (type === 'extra_forbidden') return l10n.t('{0}: not supported by this service.', label);
  return type === '' ? l10n.t('{0}: rejected.', label) : l10n.t('{0}: rejected ({1}).', label, type);
}
