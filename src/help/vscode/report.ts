import * as vscode from 'vscode';
import type { Log } from '../../base/common/log';
import type { Remedy, Report } from '../../base/vscode/explanation';
import { plainNotification } from '../../base/common/text';

/** What the sentence does not say is in the log. */
export function reportWith(log: Log): Report {
  return async (error, ...more) => {
    const { explain, withLogLast } = await import('../../onDemand');
    const { sentence, remedy } = explain(error);
    log.error('Shown:', { sentence, error: String(error), cause: causeOf(error) });
    const remedies = withLogLast([...(remedy ? [remedy] : []), ...more]);
    const labels = remedies.map(({ label }) => label);
    const shown = vscode.window.showErrorMessage(plainNotification(sentence), ...labels);
    offer(shown, remedies).catch((failure: unknown) => log.error('A remedy failed.', { error: String(failure) }));
  };
}

/** A promise for callers of the API: what it rejects with is a sentence. */
export async function explained<T>(work: Thenable<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const { sentenceAlone } = await import('../../onDemand');
    throw sentenceAlone(error);
  }
}

async function offer(shown: Thenable<string | undefined>, remedies: readonly Remedy[]): Promise<void> {
  const clicked = await shown;
  await remedies.find(({ label }) => label === clicked)?.run();
}

function causeOf(error: unknown): string | undefined {
  return error instanceof Error && error.cause !== undefined && error.cause !== null
    ? errorText(error.cause)
    : undefined;
}

function errorText(cause: unknown): string {
  return cause instanceof Error ? `${cause.name}: ${cause.message}` : typeof cause;
}
