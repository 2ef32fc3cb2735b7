import { l10n } from 'vscode';
import type { Failure } from '../../../client/serviceError';
import { seeLog, type Explanation } from '../../../base/vscode/explanation';
import { mendAddress } from './remedies';
import { expectedWords } from './fieldLabels';
import type { FailedCall } from './failedCall';

export type AnswerFailure = Extract<
  Failure,
  { kind: 'redirect' | 'notJson' | 'unexpectedShape' | 'agentServer' | 'tooLarge' }
>;

/** Explains a response that isn't the service's, or that can't be read. */
export function explainAnswer(failure: AnswerFailure, { host, origin }: FailedCall): Explanation {
  switch (failure.kind) {
    case 'redirect':
      return mendAddress(
        failure.location === ''
          ? l10n.t(
              "{0} redirects without naming a location. Redirects aren't followed, to protect your session key.",
              host,
            )
          : l10n.t(
              "{0} redirects to {1}, and redirects aren't followed, to protect your session key. If {1} is right, set it as the service URL.",
              host,
              failure.location,
            ),
      );
    case 'notJson':
      return mendAddress(explainText(failure, origin));
    case 'agentServer':
      return mendAddress(
        l10n.t(
          "{0} is an agent server, as in Agent Canvas, and can't be used here. Hosted and enterprise servers work, and self-hosted ones up to version 1.8.",
          origin,
        ),
      );
    case 'unexpectedShape':
      return failure.field === ''
        ? mendAddress(
            l10n.t({
              message:
                "The response from {0} doesn't match the service interface: it must be {1}. Check the service URL.",
              args: [host, expectedWords(failure)],
              comment: '{1} is "an array", "non-empty", "free of secrets"',
            }),
          )
        : seeLog(
            l10n.t({
              message: 'The response from {0} doesn\'t match the service interface: the field "{1}" must be {2}.',
              args: [host, failure.field, expectedWords(failure)],
              comment: '{2} is "an array", "non-empty", "free of secrets"',
            }),
          );
    case 'tooLarge':
      return seeLog(
        l10n.t(
          "The response from {0} is larger than {1} MB and wasn't read in full.",
          host,
          Math.round(failure.limitBytes / 1024 / 1024),
        ),
      );
  }
}

function explainText({ status, html }: Extract<Failure, { kind: 'notJson' }>, origin: string): string {
  if (html) {
    return l10n.t(
      '{0} returned a web page instead of data. Check the URL, and whether a sign-in page or proxy intercepts the request.',
      origin,
    );
  }
  // There's no status without HTTP.
  return status === 0
    ? l10n.t("{0} isn't an HTTP server. Check the scheme and port of the URL.", origin)
    : l10n.t("{0} returned a response that isn't JSON. Check the service URL.", origin);
}
