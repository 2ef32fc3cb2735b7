import { ExplainedError, type Explanation } from '../../base/vscode/explanation';
import { ServiceError } from '../../client/serviceError';
import { PreparationError } from '../../conversations/preparation';
import { explainPreparation } from '../../conversations/vscode/explainPreparation';
import { explainHistory } from '../../conversations/vscode/historyMessages';
import { explainService } from '../../service/vscode/errors/explainService';
import { DraftError } from '../../draft/draftStore';
import { explainDraft } from '../../draft/vscode/draftLabels';
import { HistoryError } from '../../conversations/historyTrouble';

export function asExplained(error: unknown): ExplainedError {
  if (error instanceof ExplainedError) return error;
  const { sentence, remedy } = explain(error);
  return new ExplainedError(sentence, remedy);
}

/** Like `asExplained`, for the caller of a command: actions and the draft belong to this window. */
export function sentenceAlone(error: unknown): ExplainedError {
  return new ExplainedError(asExplained(error).message);
}

/** Explanation of any error: what happened, why, and what to do about it (one thing). */
export function explain(error: unknown): Explanation {
  if (error instanceof HistoryError) return explainHistory(error);
  if (error instanceof DraftError) return explainDraft(error);
  if (error instanceof PreparationError) return explainPreparation(error);
  return explainService(error);
}

/** True if nothing has failed: the user cancelled it, or it may still be prepared. */
export function isCancel(error: unknown): boolean {
  if (error instanceof PreparationError) return error.isPreparing;
  if (error instanceof ServiceError) return error.failure.kind === 'cancelled';
  return error instanceof ExplainedError && isCancel(error.cause);
}
