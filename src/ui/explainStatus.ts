import { l10n } from 'vscode';
import type { RefusedField } from '../domain/serverText';
import { settingsStatusMeaning } from '../domain/settingsFailure';
import type { Failure, Operation } from '../domain/serviceError';
import { mendAddress, mendKey, seeLog, type Explanation } from './explanation';
import { requestFieldLabel } from './requestFieldWords';

type StatusFailure = Extract<Failure, { kind: 'status' }>;

/** An answer with a status that says no, in a sentence. */
export function explainStatus(failure: StatusFailure, host: string, operation: Operation): Explanation {
  const { status, text, refusedFields, retryAfterSeconds } = failure;
  const said = text === undefined ? '' : l10n.t('It says: {0}', asSentence(text));
  const sentence = (words: string) => [words, said].filter(Boolean).join(' ');
  switch (status) {
    case 400:
      return explainRefusal(failure, host);
    case 401:
      if (operation === 'startConversation' && /repo/i.test(text ?? '')) {
        return seeLog(
          sentence(l10n.t('{0} has no access to the repository. Check the Git tokens in its settings.', host)),
        );
      }
      return operation === 'loadSettings' && settingsStatusMeaning(status, text) !== 'keyRefused'
        ? seeLog(sentence(l10n.t('{0} could not read your settings: the Git tokens stored there may be broken.', host)))
        : mendKey(sentence(l10n.t('{0} refuses the session key.', host)));
    case 403:
      return mendKey(sentence(l10n.t('{0} does not allow this with your session key.', host)));
    case 404:
      return operation === 'loadSettings' && settingsStatusMeaning(status, text) === 'noSettings'
        ? { sentence: noSettingsYet(host) }
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
    case 409:
      return seeLog(sentence(l10n.t('{0} says that this conflicts with what it already has.', host)));
    case 413:
      return seeLog(
        sentence(l10n.t('The request is too large for {0}. Make the message or its images smaller.', host)),
      );
    case 422:
      return seeLog(
        sentence(
          [
            l10n.t('{0} does not accept the request.', host),
            ...(refusedFields ?? []).slice(0, 3).map(explainField),
          ].join(' '),
        ),
      );
    case 429:
      return seeLog(
        sentence(
          retryAfterSeconds === undefined
            ? l10n.t('{0} is asked too often. Try again in a moment.', host)
            : l10n.t('{0} is asked too often. Try again in {1} seconds.', host, retryAfterSeconds),
        ),
      );
    default:
      return seeLog(
        sentence(
          status >= 500
            ? l10n.t('{0} failed on its side (status {1}).', host, status)
            : l10n.t('{0} refused the request (status {1}).', host, status),
        ),
      );
  }
}

/** What known services refuse a start for, told by their code of the message; else in their own words. */
function explainRefusal({ messageId = '', text }: StatusFailure, host: string): Explanation {
  if (messageId.endsWith('SETTINGS_NOT_FOUND')) {
    return { sentence: noSettingsYet(host) };
  }
  if (messageId.endsWith('ERROR_LLM_AUTHENTICATION')) {
    return {
      sentence: l10n.t(
        'No key for the language model is set on {0}, or it is refused. Set it in the settings of the service.',
        host,
      ),
    };
  }
  if (messageId.endsWith('GIT_PROVIDER_AUTHENTICATION_ERROR')) {
    return seeLog(l10n.t('{0} has no access to the repository. Check the Git tokens in its settings.', host));
  }
  const said = text === undefined ? '' : ` ${l10n.t('It says: {0}', asSentence(text))}`;
  return seeLog(`${l10n.t('{0} refused the request.', host)}${said}`);
}

function explainField({ path, type, message }: RefusedField): string {
  const label = path === '' ? l10n.t('The request') : requestFieldLabel(path);
  if (type === 'missing') return l10n.t('{0}: is missing.', label);
  if (type === 'extra_forbidden') return l10n.t('{0}: this service does not take it.', label);
  return l10n.t('{0}: {1}.', label, message.replace(/\.$/, ''));
}

function noSettingsYet(host: string): string {
  return l10n.t('{0} has no settings for you yet. Open the service in the browser and save its settings once.', host);
}

/** Our own sentence may follow the service's words. */
function asSentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}
