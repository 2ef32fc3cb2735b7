import * as vscode from 'vscode';
import { ExplainedError } from '../../base/vscode/explanation';
import type { Draft } from '../../draft/draft';
import type { DraftStore, Sending } from '../../draft/draftStore';
import { asExplained } from './explain';
import type { StartPorts } from './startPorts';

/** The draft is on disk before anything is sent: if this window closes then, no word of it is lost. */
export async function beginSending(
  draft: Draft,
  id: string,
  store: DraftStore,
  { report }: Pick<StartPorts, 'report'>,
): Promise<Sending | undefined> {
  try {
    return await store.beginSending(draft, id);
  } catch (error) {
    const { message, remedy } = asExplained(error);
    await report(new ExplainedError(vscode.l10n.t('Nothing was sent. {0}', message), remedy, error));
    return undefined;
  }
}

/** A reviewed start that failed, with the draft to return to and its current store. */
export class NotStarted extends ExplainedError {
  readonly draft: Draft;
  readonly store: DraftStore;

  constructor(draft: Draft, store: DraftStore, { message, remedy, cause }: ExplainedError) {
    super(message, remedy, cause);
    this.draft = draft;
    this.store = store;
  }
}
