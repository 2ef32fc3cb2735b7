import { l10n, window } from 'vscode';
import { inform } from '../../base/vscode/notify';
import { withProgress } from '../../base/vscode/withProgress';
import { explainService } from '../../service/vscode/errors/explainService';

/**
 * Waits for Git, with a progress notification if it takes longer than a moment, as with a large repository or a network
 * drive.
 * @returns `undefined` if the user canceled. Git goes on, but its result is ignored
 */
export function waitForGit<T>(work: () => Promise<T>, title = l10n.t('Waiting for Git...')): Promise<T | undefined> {
  return withProgress(title, (signal) => untilAborted(work(), signal));
}

/**
 * Like {@link waitForGit}, for work that changes something: Git finishes it even if the user cancels, as the title must say.
 * If it fails then, that is shown, too.
 */
export function letGitFinish<T>(work: () => Promise<T>, title: string): Promise<T | undefined> {
  return withProgress(title, async (signal) => {
    const working = work();
    const result = await untilAborted(working, signal);
    if (signal.aborted) working.catch(showFailure);
    return result;
  });
}

function showFailure(error: unknown): void {
  const { sentence, remedy } = explainService(error);
  inform(window.showErrorMessage, sentence, ...(remedy ? [remedy] : []));
}

/** The result of the work, or `undefined` if the signal is aborted first. */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
    work.then(resolve, reject);
  });
}
