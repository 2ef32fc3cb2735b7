import * as vscode from 'vscode';
import { fence } from '../../../base/markup';
import { rowsInDialog } from '../../../base/readableText';
import { consentText } from '../../../base/vscode/consentText';
import { ExplainedError } from '../../../base/vscode/explanation';
import { plainMarkdown } from '../../../base/vscode/plainMarkdown';
import { ServiceError, statusOfTheirWords } from '../../../client/serviceError';
import { PreparationError } from '../../../conversations/preparation';
import { outlinePreparation } from '../../../conversations/vscode/explainPreparation';
import { asExplained } from '../../../start/vscode/explain';
import { sentences } from '../../../service/vscode/errors/failedCall';
import { placeFacts } from '../../../start/vscode/confirmStart';
import type { PreparedStart } from '../../../start/vscode/startPorts';

/**
 * The confirmation before a model's start: the destination, the values sent, and the warnings that a review would have
 * shown.
 */
export function confirmation(
  { request, warnings }: PreparedStart,
  baseUrl: string,
): vscode.LanguageModelToolConfirmationMessages {
  const { initial_user_msg: message = '', conversation_instructions: instructions } = request;
  const facts = [
    ...placeFacts(request, baseUrl),
    ...warnings.map((warning) => vscode.l10n.t('Warning: {0}', warning.message)),
  ].flatMap((line) => consentText(line));
  const asked = consentText(message);
  const added = instructions === undefined ? [] : consentText(instructions);
  const rows = facts.length + asked.length + added.length;
  const parts = [
    ...(rows > rowsInDialog
      ? [vscode.l10n.t('The text below has {0} lines. Read it to its end before you allow this.', rows)]
      : []),
    plainMarkdown(facts).value,
    vscode.l10n.t('Message:'),
    fence(asked.join('\n'), 'text'),
    ...(added.length === 0 ? [] : [vscode.l10n.t('Instructions from settings:'), fence(added.join('\n'), 'text')]),
  ];
  return {
    title: vscode.l10n.t('Start a conversation with a software agent?'),
    message: new vscode.MarkdownString(parts.join('\n\n')),
  };
}

/**
 * The error for a language model, which may follow what it reads: of an answer, only its status. The service's message
 * is for the user and the log.
 * @param mayRun true if the conversation may have started anyway
 */
export function explainToModel(error: unknown, mayRun = false): ExplainedError {
  const cause = error instanceof ExplainedError ? error.cause : error;
  if (cause instanceof PreparationError)
    return new ExplainedError(sentences(outlinePreparation(cause), vscode.l10n.t('See the log for details.')));
  const status = cause instanceof ServiceError ? statusOfTheirWords(cause.failure) : undefined;
  if (!(cause instanceof ServiceError) || status === undefined) return new ExplainedError(asExplained(error).message);
  const words = sentences(statusWords(new URL(cause.baseUrl).host, status), vscode.l10n.t('See the log for details.'));
  return new ExplainedError(
    mayRun
      ? vscode.l10n.t(
          '{0} The conversation may have started anyway: check the service before starting it again.',
          words,
        )
      : words,
  );
}

function statusWords(host: string, status: number): string {
  return status >= 500
    ? vscode.l10n.t('{0} had an internal error (status {1}).', host, status)
    : vscode.l10n.t('{0} rejected the request (status {1}).', host, status);
}
