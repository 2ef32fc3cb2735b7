import * as vscode from 'vscode';
import { emptyDraft, type Draft } from '../../src/draft/draft';
import type { EntryPoint } from '../../src/entry/vscode/addAndReview';
import { draftOnSheet, forgetDrafts, keptDraft } from './keptDrafts';
import type { StartBench } from './startBench';

/** Outcome of an entry point: the sheet's draft afterwards, and what was shown instead. */
export interface EntryPointResult {
  readonly draft: Draft;
  readonly shown: readonly string[];
}

/** Runs an entry point on an empty draft, or on the one given, and closes the review sheet as soon as it is open. */
export async function runEntryPoint(
  bench: Pick<StartBench, 'drafts' | 'ports'>,
  entry: EntryPoint,
  given: readonly unknown[] = [],
  draft: Draft = emptyDraft,
): Promise<EntryPointResult> {
  const shown: string[] = [];
  const report = (error: unknown) => Promise.resolve(void shown.push(error instanceof Error ? error.message : ''));
  await forgetDrafts(bench.drafts);
  await keptDraft(bench.drafts, draft);
  let done = false;
  const work = entry({ ...bench.ports, report }, ...given).finally(() => (done = true));
  // No event tells that a quick pick is open. If none is, there is nothing to close, so asking again does no harm.
  const closing = async () => {
    while (!done) await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
  };
  await Promise.all([work, closing()]);
  return { draft: await draftOnSheet(bench.drafts), shown };
}
