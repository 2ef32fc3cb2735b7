import * as vscode from 'vscode';
import { pauseFor, systemClock } from '../clock';
import { plainNotification } from '../text';

/** For work that takes less time, a notification would only flash up. */
const progressDelayMilliseconds = 500;

/**
 * Runs work that can be canceled, with a progress notification if it takes longer than a moment.
 * @param work may call `say` with what it's doing
 */
export async function withProgress<T>(
  title: string,
  work: (signal: AbortSignal, say: (message: string) => void) => Promise<T>,
): Promise<T> {
  const abort = new AbortController();
  let shown: vscode.Progress<{ message: string }> | undefined;
  let last: string | undefined;
  const say = (message: string) => {
    last = plainNotification(message);
    shown?.report({ message: last });
  };
  const result = work(abort.signal, say);
  const ended = new AbortController();
  const isLong = await Promise.race([
    pauseFor(progressDelayMilliseconds, systemClock, ended.signal).then(() => true),
    Promise.allSettled([result]).then(() => false),
  ]);
  ended.abort();
  if (!isLong) return result;

  const options = {
    location: vscode.ProgressLocation.Notification,
    cancellable: true,
    title: plainNotification(title),
  };
  return vscode.window.withProgress(options, async (progress, token) => {
    shown = progress;
    if (last !== undefined) progress.report({ message: last });
    const subscription = token.onCancellationRequested(() => abort.abort());
    try {
      return await result;
    } finally {
      subscription.dispose();
    }
  });
}
