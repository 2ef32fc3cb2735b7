import { errorWith, ExplainedError, seeLog, type Explanation } from '../../base/vscode/explanation';
import { ServiceError } from '../../client/serviceError';
import { PreparationError } from '../../conversations/preparation';
import { explainPreparation } from '../../conversations/vscode/explainPreparation';
import { explainHistory } from '../../conversations/vscode/historyMessages';
import { explainService } from '../../service/vscode/errors/explainService';
import { DraftError } from '../../draft/draftFiles';
import { draftSentence } from '../../draft/vscode/draftLabels';
import { HistoryError } from '../../conversations/historyFiles';

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
  return explainService(error);
}

/** True if nothing has failed: the user has cancelled something, or a conversation is still being prepared. */
export function isCancellation(error: unknown): boolean {
  if (error instanceof PreparationError) return error.isPreparing;
  if (error instanceof ServiceError) return error.failure.kind === 'cancelled';
  return error instanceof ExplainedError && isCancellation(error.cause);
}
