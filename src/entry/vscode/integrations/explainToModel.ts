import { l10n } from 'vscode';
import { ServiceError, statusOfTheirWords } from '../../../client/common/serviceError';
import { asExplained } from '../../../draft/vscode/explain';
import { ExplainedError } from '../../../base/vscode/explanation';
import { sentences } from '../../../service/vscode/errors/failedCall';

/**
 * The error in words for a language model, which may do what it reads: of an answer, its status alone. What the service
 * says is for the person and the log.
 * @param mayRun whether the conversation may have started all the same
 */
export function explainToModel(error: unknown, mayRun = false): ExplainedError {
  const cause = error instanceof ExplainedError ? error.cause : error;
  const status = cause instanceof ServiceError ? statusOfTheirWords(cause.failure) : undefined;
  if (!(cause instanceof ServiceError) || status === undefined) return new ExplainedError(asExplained(error).message);
  const words = sentences(statusWords(new URL(cause.baseUrl).host, status), l10n.t('See the log for details.'));
  return new ExplainedError(
    mayRun
      ? l10n.t('{0} The conversation may have started anyway. Check the service before starting it again.', words)
      : words,
  );
}

function statusWords(host: string, status: number): string {
  return status >= 500
    ? l10n.t('{0} had an internal error (status {1}).', host, status)
    : l10n.t('{0} rejected the request (status {1}).', host, status);
}
