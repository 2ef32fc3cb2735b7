import * as vscode from 'vscode';
import { plainNotification } from '../common/text';

/** Work that ends sooner needs no progress: it would only flash. */
const patienceMilliseconds = 500;

/** Runs work that can be canceled, with a progress notification once it takes longer than a moment. */
export async function withProgress<T>(title: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const abort = new AbortController();
  const result = work(abort.signal);
  let timer: NodeJS.Timeout | undefined;
  const moment = new Promise<'long'>((resolve) => (timer = setTimeout(resolve, patienceMilliseconds, 'long')));
  const first = await Promise.race([result.then(settled, settled), moment]);
  clearTimeout(timer);
  if (first !== 'long') return result;

  const options = {
    location: vscode.ProgressLocation.Notification,
    cancellable: true,
    title: plainNotification(title),
  };
  return vscode.window.withProgress(options, async (_, token) => {
    const subscription = token.onCancellationRequested(() => abort.abort());
    try {
      return await result;
    } finally {
      subscription.dispose();
    }
  });
}

function settled(): 'settled' {
  return 'settled';
}
