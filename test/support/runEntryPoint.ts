import { emptyDraft, type Draft } from '../../src/draft/draft';
import type { EntryPoint } from '../../src/entry/vscode/addAndReview';
import { AnsweredLists } from './answers';
import { draftOnSheet, forgetDrafts, keptDraft } from './keptDrafts';
import type { StartBench } from './startBench';

/** Outcome of an entry point: the sheet's draft afterwards, and what was shown instead. */
export interface EntryPointResult {
  readonly draft: Draft;
  readonly shown: readonly string[];
}

/** Runs an entry point on an empty draft, or on the one given. Whatever it shows is closed, also the review sheet. */
export async function runEntryPoint(...run: Parameters<typeof runAnswered>): Promise<EntryPointResult> {
  using _ = new AnsweredLists(() => undefined);
  return await runAnswered(...run);
}

/** The same for a test that answers the questions. */
export async function runAnswered(
  bench: Pick<StartBench, 'drafts' | 'ports'>,
  entry: EntryPoint,
  given: readonly unknown[] = [],
  draft: Draft = emptyDraft,
): Promise<EntryPointResult> {
  const shown: string[] = [];
  const report = (error: unknown) => Promise.resolve(void shown.push(error instanceof Error ? error.message : ''));
  await forgetDrafts(bench.drafts);
  await keptDraft(bench.drafts, draft);
  await entry({ ...bench.ports, report }, ...given);
  return { draft: await draftOnSheet(bench.drafts), shown };
}

/** Everything that was added to a draft: the kind of each piece, and what it is about. */
export function rowsOf({ attachments = [] }: Draft): readonly string[] {
  return attachments.map(({ kind, about }) => `${kind} ${about ?? ''}`.trim());
}
