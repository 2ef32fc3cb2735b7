import * as vscode from 'vscode';
import { commands } from '../names';
import type { Remedy } from './explanation';

/** Shows an error as its sentence, with what can be done about it. Nobody waits for a click. */
export async function report(error: unknown, ...more: readonly Remedy[]): Promise<void> {
  const { explain } = await import('./onDemand');
  const { sentence, remedy } = explain(error);
  const remedies = [...(remedy ? [remedy] : []), ...more].sort(logLast);
  void offer(vscode.window.showErrorMessage(sentence, ...remedies.map(({ label }) => label)), remedies);
}

/** A promise for callers of the API: what it rejects with is a sentence. */
export async function explained<T>(work: Thenable<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const { explain, ExplainedError } = await import('./onDemand');
    throw error instanceof ExplainedError ? error : new ExplainedError(explain(error).sentence);
  }
}

/** The log explains; everything else mends. */
function logLast(a: Remedy, b: Remedy): number {
  return Number(a.command === commands.showLog) - Number(b.command === commands.showLog);
}

/** Runs the command of the button that was clicked. */
async function offer(shown: Thenable<string | undefined>, remedies: readonly Remedy[]): Promise<void> {
  const clicked = await shown;
  const remedy = remedies.find(({ label }) => label === clicked);
  if (remedy) await vscode.commands.executeCommand(remedy.command);
}
