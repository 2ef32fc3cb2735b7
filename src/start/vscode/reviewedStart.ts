import * as vscode from 'vscode';
import { PreparationError } from '../../conversations/common/preparation';
import { whilePreparing } from '../../conversations/vscode/explainPreparation';
import type { Draft } from '../../draft/common/draft';
import type { DraftStore } from '../../draft/common/drafts';
import type { ConversationStartResponse } from '../../client/common/records';
import { commandRemedy, ExplainedError, type Remedy } from '../../base/vscode/explanation';
import { confirmStart } from './confirmStart';
import { withTextNow } from './documents/draftStores';
import { reviewDraft, serviceWords } from './reviewDraft';
import { NotStarted, sendReviewed } from './sendReviewed';
import { connectionFor } from './startConnection';
import type { StartPorts } from './startPorts';

/**
 * Shows a draft on the review sheet and starts what the user decided to send. Errors are shown, not thrown.
 * @param store stores the draft until its conversation has started
 * @param fresh the draft without the saved one that it continues
 * @returns the service's answer; `undefined` when nothing was started, or that is unknown
 */
export async function startReviewed(
  draft: Draft,
  store: DraftStore,
  ports: StartPorts,
  fresh?: Draft,
): Promise<ConversationStartResponse | undefined> {
  try {
    requireTrust(ports);
    return await reviewAndSend(draft, store, ports, fresh);
  } catch (error) {
    await ports.report(error, ...backTo(error, ports));
    return undefined;
  }
}

/** @throws {ExplainedError} when the user doesn't trust the workspace */
export function requireTrust({ workspace }: Pick<StartPorts, 'workspace'>): void {
  if (workspace.isTrusted) return;
  throw new ExplainedError(
    vscode.l10n.t(
      "Conversations can't be started in Restricted Mode: what would be sent comes from a workspace you haven't trusted.",
    ),
    commandRemedy(vscode.l10n.t('Manage Workspace Trust'), 'workbench.trust.manage'),
  );
}

/**
 * Like `startReviewed`, for callers that pass a request: errors go to them.
 * @throws {ExplainedError} why it did not start
 */
export async function reviewAndSend(
  initial: Draft,
  store: DraftStore,
  ports: StartPorts,
  fresh?: Draft,
): Promise<ConversationStartResponse | undefined> {
  for (let draft = initial; ;) {
    const service = serviceWords(ports);
    const reviewed = await reviewDraft({ draft, fresh: draft === initial ? fresh : undefined }, service, store, ports);
    if (!reviewed) return undefined;
    const { held } = ports.openSheet;
    const connection =
      (await confirmStart(reviewed, service, ports)) && (await connectionFor(reviewed, service, ports));
    // Questions leave time to write on in the document, and to open another sheet, which may have more of this draft.
    const isSeen = (await withTextNow(reviewed.draft, store)) === reviewed.draft;
    if (ports.openSheet.held !== held) return undefined;
    const response = connection && isSeen && (await sendReviewed(reviewed, connection, store, ports));
    if (response) return response;
    draft = await withTextNow(reviewed.draft, store);
  }
}

/** Actions that lead on: back to the draft, or to the service while it's preparing the conversation. */
function backTo(error: unknown, ports: StartPorts): readonly Remedy[] {
  if (error instanceof ExplainedError && error.cause instanceof PreparationError) return whilePreparing(error.cause);
  if (!(error instanceof NotStarted)) return [];
  const { draft, store } = error;
  const again = async () => {
    // A draft that can't be saved to disk is on the sheet anyway, its only copy.
    const kept = await store.restore(draft).catch(async (failure: unknown) => (await ports.report(failure), draft));
    return startReviewed(kept, store, ports);
  };
  return [{ label: vscode.l10n.t('Back to Review'), run: again }];
}
