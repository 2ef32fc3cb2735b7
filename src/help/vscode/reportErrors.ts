import * as vscode from 'vscode';
import { causeOf, type Log } from '../../base/log';
import type { Report, withLogLast } from '../../base/vscode/explanation';
import type { explain, isCancellation, messageOnly } from '../../start/vscode/explain';
import { notify } from '../../base/vscode/notify';

type ExplainParts = () => Promise<{
  readonly explain: typeof explain;
  readonly isCancellation: typeof isCancellation;
  readonly messageOnly: typeof messageOnly;
  readonly withLogLast: typeof withLogLast;
}>;

/** Creates the function that shows errors. It also logs them, with details that the message doesn't have. */
export function reportWith(log: Log, load: ExplainParts): Report {
  return async (error, ...more) => {
    const parts = await load();
    const { sentence, remedy } = parts.explain(error);
    log.error('Shown:', { sentence, error: String(error), cause: causeOf(error) });
    const remedies = parts.withLogLast([...(remedy ? [remedy] : []), ...more]);
    const { showErrorMessage, showWarningMessage } = vscode.window;
    const show = parts.isCancellation(error) ? showWarningMessage : showErrorMessage;
    notify(show, sentence, ...remedies).then(undefined, (failure: unknown) =>
      log.error('A remedy failed.', { error: String(failure) }),
    );
  };
}

/** Rejects with a message that can be shown, for callers of the extension's API. */
export async function withDisplayMessage<T>(work: Thenable<T>, load: ExplainParts): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw (await load()).messageOnly(error);
  }
}
