import { l10n } from 'vscode';
import { withProgress } from '../../base/vscode/withProgress';

/**
 * Waits for Git, with a progress notification if it takes longer than a moment, as with a large repository or a network
 * drive.
 * @returns `undefined` if the user canceled. Git goes on, but its result is ignored
 */
export function waitForGit<T>(work: () => Promise<T>, title = l10n.t('Waiting for Git...')): Promise<T | undefined> {
  return withProgress(title, (signal) => untilAborted(work(), signal));
}

/** The result of the work, or `undefined` if the signal is aborted first. */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
    work.then(resolve, reject);
  });
}
