import { ExplainedError, type Explanation } from '../../base/vscode/explanation';
import { HistoryError } from '../../conversations/common/historyError';
import { explainHistory } from '../../conversations/vscode/historyWords';
import { explainService } from '../../service/vscode/errors/explainService';
import { DraftError } from '../common/draftError';
import { explainDraft } from './explainDraft';

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
