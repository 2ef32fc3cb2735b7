import * as vscode from 'vscode';
import { ExplainedError, seeLog, type Explanation } from '../../base/vscode/explanation';
import { ServiceError } from '../../client/serviceError';
import { PreparationError } from '../../conversations/preparation';
import { explainPreparation } from '../../conversations/vscode/explainPreparation';
import { explainHistory } from '../../conversations/vscode/historyMessages';
import { UnverifiedCertificateError } from '../../service/keyErrors';
import { NotConnected } from '../../service/serviceConnection';
import { explainServiceUrl } from '../../service/vscode/errors/explainInput';
import { explainService } from '../../service/vscode/errors/explainService';
import { suggestSessionKey } from '../../service/vscode/errors/remedies';
import { DraftError } from '../../draft/draftError';
import { draftSentence } from '../../draft/vscode/draftLabels';
import { HistoryError } from '../../conversations/historyTrouble';

export function asExplained(error: unknown): ExplainedError {
  return error instanceof ExplainedError ? error : errorWith(explain(error));
}

/** The explanation for the caller of a command: only the message, since its action and the draft are of no use there. */
export function messageOnly(error: unknown): ExplainedError {
  return new ExplainedError(asExplained(error).message);
}

export function explain(error: unknown): Explanation {
  if (error instanceof HistoryError) return explainHistory(error);
  if (error instanceof DraftError) return seeLog(draftSentence(error));
  if (error instanceof PreparationError) return explainPreparation(error);
  return explainService(error instanceof NotConnected ? explainNotConnected(error.connection) : error);
}

/** True if nothing has failed: the user has cancelled something, or a conversation is still being prepared. */
export function isCancellation(error: unknown): boolean {
  if (error instanceof PreparationError) return error.isPreparing;
  if (error instanceof ServiceError) return error.failure.kind === 'cancelled';
  return error instanceof ExplainedError && isCancellation(error.cause);
}

export function explainNotConnected(connection: NotConnected['connection']): ExplainedError {
  if (connection.kind === 'badAddress') return new ExplainedError(explainServiceUrl(connection.reason));
  if (connection.kind === 'unverified') return asExplained(new UnverifiedCertificateError(connection.address.origin));
  if (connection.kind === 'otherApi') {
    const { host } = new URL(connection.address.baseUrl);
    return new ExplainedError(
      vscode.l10n.t("{0} no longer has the API with which this conversation was started, so it can't be asked.", host),
    );
  }
  const { origin, baseUrl } = connection.address;
  return errorWith(suggestSessionKey(vscode.l10n.t('No session key is set for {0}.', origin), baseUrl));
}

export function errorWith({ sentence, remedy }: Explanation): ExplainedError {
  return new ExplainedError(sentence, remedy);
}
