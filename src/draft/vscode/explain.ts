import { ExplainedError, type Explanation, seeLog } from '../../base/vscode/explanation';
import { ServiceError } from '../../client/common/serviceError';
import { PreparationError } from '../../conversations/common/preparation';
import { HistoryError } from '../../conversations/common/history';
import { explainPreparation } from '../../conversations/vscode/explainPreparation';
import { explainHistory } from '../../conversations/vscode/historyMessages';
import { explainService } from '../../service/vscode/errors/explainService';
import { DraftError } from '../common/drafts';
import { l10n } from 'vscode';

/** The error with a readable message. */
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

/** An unreadable file is never overwritten. */
function explainDraft({ action, code, file }: DraftError): Explanation {
  if (action === 'read') {
    return seeLog(
      l10n.t(
        "Your draft can't be read ({0}). It's still there and won't be overwritten. Fix the permissions of {1}, or move the file.",
        code,
        file,
      ),
    );
  }
  return seeLog(
    l10n.t(
      "Your draft can't be saved to disk ({0}): only this window has it. Free up disk space, or fix the permissions of {1}.",
      code,
      file,
    ),
  );
}
