import { ExplainedError, type Explanation, seeLog } from '../../base/vscode/explanation';
import { ServiceError } from '../../client/common/serviceError';
import { HistoryError } from '../../conversations/common/history';
import { explainHistory } from '../../conversations/vscode/historyMessages';
import { explainService } from '../../service/vscode/errors/explainService';
import { DraftError } from '../common/drafts';
import { l10n } from 'vscode';

/** The error as one whose message is a sentence. */
export function asExplained(error: unknown): ExplainedError {
  if (error instanceof ExplainedError) return error;
  const { sentence, remedy } = explain(error);
  return new ExplainedError(sentence, remedy);
}

/** The same for whoever ran a command: what can be done about it, and the draft that it is about, are this window's. */
export function sentenceAlone(error: unknown): ExplainedError {
  return new ExplainedError(asExplained(error).message);
}

/** What happened, why, and what to do about it (one thing), of any error. */
export function explain(error: unknown): Explanation {
  if (error instanceof HistoryError) return explainHistory(error);
  if (error instanceof DraftError) return explainDraft(error);
  return explainService(error);
}

/** Whether it comes of what a person wanted: to wait no longer. */
export function isCancel(error: unknown): boolean {
  if (error instanceof ServiceError) return error.failure.kind === 'cancelled';
  return error instanceof ExplainedError && isCancel(error.cause);
}

/** Nothing is written over what cannot be read. */
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
