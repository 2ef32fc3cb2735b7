import { l10n } from 'vscode';
import type { Failure } from '../../../client/common/serviceError';
import { seeLog, type Explanation } from '../../../base/vscode/explanation';
import { mendAddress } from './remedies';
import { expectedWords } from './fieldLabels';
import type { FailedCall } from './failedCall';

export type AnswerFailure = Extract<
  Failure,
  { kind: 'redirect' | 'notJson' | 'unexpectedShape' | 'agentServer' | 'tooLarge' }
>;

/** An answer that is not the service's, or not one that can be read. */
export function explainAnswer(failure: AnswerFailure, { host, origin }: FailedCall): Explanation {
  switch (failure.kind) {
    case 'redirect':
      return mendAddress(
        failure.location === ''
          ? l10n.t(
              '{0} sent us elsewhere without saying where. Redirects are not followed: the session key would travel with them.',
              host,
            )
          : l10n.t(
              '{0} points to {1}. Redirects are not followed: the session key would travel with them. If that is the right place, set it as the address of the service.',
              host,
              failure.location,
            ),
      );
    case 'notJson':
      return mendAddress(explainText(failure, origin));
    case 'agentServer':
      return mendAddress(
        l10n.t(
          '{0} is an agent server: a service of the same family that speaks another interface. Set the address of the application server.',
          origin,
        ),
      );
    case 'unexpectedShape':
      return failure.field === ''
        ? mendAddress(
            l10n.t({
              message:
                'The answer of {0} does not fit the service interface: it should be {1}. Check the address of the service.',
              args: [host, expectedWords(failure)],
              comment: '{1} is "a list", "not empty", "free of secrets"',
            }),
          )
        : seeLog(
            l10n.t({
              message: 'The answer of {0} does not fit the service interface: the field "{1}" should be {2}.',
              args: [host, failure.field, expectedWords(failure)],
              comment: '{2} is "a list", "not empty", "free of secrets"',
            }),
          );
    case 'tooLarge':
      return seeLog(
        l10n.t(
          'The answer of {0} is larger than {1} MB and was not read to its end.',
          host,
          Math.round(failure.limitBytes / 1024 / 1024),
        ),
      );
  }
}

function explainText({ status, html }: Extract<Failure, { kind: 'notJson' }>, origin: string): string {
  if (html) {
    return l10n.t(
      '{0} answered with a web page where data was due. The address is wrong, a login page or proxy is in between, or a newer service no longer offers this operation.',
      origin,
    );
  }
  // There is no status without HTTP.
  return status === 0
    ? l10n.t('What answers at {0} does not speak HTTP. Check scheme and port of the address.', origin)
    : l10n.t('{0} answered with something that is not JSON. Check the address of the service.', origin);
}
