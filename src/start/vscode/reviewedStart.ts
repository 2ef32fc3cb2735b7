import * as vscode from 'vscode';
import { PreparationError } from '../../conversations/preparation';
import { whilePreparing } from '../../conversations/vscode/explainPreparation';
import type { Draft } from '../../draft/draft';
import type { DraftStore } from '../../draft/draftStore';
import type { ConversationStartResponse } from '../../client/records';
import { commandRemedy, ExplainedError, type Remedy } from '../../base/vscode/explanation';
import { followUp } from './followUp/followUp';
import type { StartPorts } from './startPorts';
import { NotStarted, sendReviewed } from './sendReviewed';
import { hasId } from '../../conversations/conversation';
import { mayRunHere } from '../../conversations/conversationToShow';
import { shownServiceUrl } from '../../client/serviceUrl';
import { knownSettings, readingError } from '../../service/settingsState';
import { findForStart } from './sheet/findForStart';
import { reviewSheet, type Reviewed } from './sheet/reviewSheet';
import type { SheetState } from './sheet/sheetState';

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
    const { to, ...start } = draft;
    const conversation = to === undefined ? undefined : await ports.history.read(to);
    if (!conversation) return await reviewAndSend(to === undefined ? draft : start, store, ports, fresh);
    await followUp(draft, conversation, store, ports);
    return undefined;
  } catch (error) {
    await ports.report(error, ...backTo(error, ports));
    return undefined;
  }
}

/** @throws {ExplainedError} when the user doesn't trust the workspace */
export function requireTrust({ workspace }: Pick<StartPorts, 'workspace'>): void {
  if (workspace.isTrusted) return;
  throw new ExplainedError(
    vscode.l10n.t("Conversations can't be started in Restricted Mode. Trust this workspace to start one."),
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
    const sent = reviewed && (await sendReviewed(reviewed, service, store, ports));
    if (!sent || 'response' in sent) return sent?.response;
    draft = sent.again;
  }
}

/** Shows the sheet for a draft of this store, with everything that is known about where it goes. */
async function reviewDraft(
  { draft, fresh }: Pick<SheetState, 'draft' | 'fresh'>,
  service: string,
  store: DraftStore,
  ports: StartPorts,
): Promise<Reviewed | undefined> {
  const { state } = ports.settings;
  const initial = {
    draft,
    fresh,
    running: mayRunHere(ports.history.conversations, service, Date.now()),
    isUsedId: (used: string) => ports.history.conversations.some((one) => hasId(one, service, used)),
    settings: knownSettings(state),
    settingsError: readingError(state),
  };
  return reviewSheet({ initial, find: () => findForStart(draft, ports), service, store }, ports);
}

/** The service URL that the sheet is about, or a substitute for it. */
function serviceWords({ configuration }: Pick<StartPorts, 'configuration'>): string {
  const { serviceUrl, serviceUrlText } = configuration;
  return serviceUrl.ok ? serviceUrl.address.baseUrl : shownServiceUrl(serviceUrlText);
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
  return [{ label: vscode.l10n.t('Back to Review Sheet'), run: again }];
}
