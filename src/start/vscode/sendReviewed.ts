import * as vscode from 'vscode';
import { filledFields } from '../../draft/common/filling';
import type { Draft } from '../../draft/common/draft';
import type { DraftStore, Sending } from '../../draft/common/drafts';
import type { ConversationStartResponse } from '../../client/common/records';
import { asExplained } from '../../draft/vscode/explain';
import { ExplainedError } from '../../base/vscode/explanation';
import { handedOut } from './unattendedStart';
import { reportStarted } from './reportStarted';
import { sendStart } from './sendStart';
import type { ReadyConnection } from '../../service/common/serviceAccess';
import type { Reviewed } from './sheet/reviewSheet';
import type { StartPorts } from './startPorts';

/**
 * Sends what the user reviewed, and ends its draft.
 * @param store stores the draft until its conversation has started
 * @returns the service's answer; `undefined` if the draft couldn't be saved: that was reported, and nothing was sent
 * @throws {NotStarted} why it did not start
 * @throws {ExplainedError} that the service is still preparing the conversation
 */
export async function sendReviewed(
  { draft: reviewed, request, clone }: Reviewed,
  connection: ReadyConnection,
  store: DraftStore,
  ports: StartPorts,
): Promise<ConversationStartResponse | undefined> {
  const sending = await beginSending(reviewed, store, ports);
  if (!sending) return undefined;
  const { draft } = sending;
  const fail = async (error: unknown) => new NotStarted(draft, await sending.release(), asExplained(error));
  const about = {
    id: draft.sentAs,
    request,
    filled: filledFields(draft),
    resultBranch: draft.resultBranch?.name,
    clone,
  };
  const result = await sendStart(about, connection, ports).catch(async (error: unknown) => {
    throw await fail(error);
  });
  if (result.outcome === 'preparing') {
    // The draft stays until it's known whether it has started; sending it again isn't what to do next.
    await sending.release();
    throw asExplained(result.error);
  }
  if (result.outcome !== 'started') throw await fail(result.error);
  await sending.end();
  reportStarted(result, request, connection, ports);
  return handedOut(result.response, ports);
}

/** The draft is on disk before anything is sent: if this window closes then, no word of it is lost. */
async function beginSending(
  draft: Draft,
  store: DraftStore,
  { newId, report }: Pick<StartPorts, 'newId' | 'report'>,
): Promise<Sending | undefined> {
  try {
    return await store.beginSending(draft, newId());
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
