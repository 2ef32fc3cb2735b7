import * as vscode from 'vscode';
import { PreparationError } from '../../conversations/common/preparation';
import { whilePreparing } from '../../conversations/vscode/explainPreparation';
import { hasTask, type Draft } from '../../draft/common/draft';
import { filledFields } from '../../draft/common/filling';
import type { DraftStore, Sending } from '../../draft/common/drafts';
import type { ConversationStartResponse } from '../../client/common/records';
import { knownSettings } from '../../service/common/settingsState';
import { asExplained } from '../../draft/vscode/explain';
import { commandRemedy, ExplainedError, type Remedy } from '../../base/vscode/explanation';
import { confirmFilled } from './confirmFilled';
import { handedOut } from './unattendedStart';
import { reportStarted } from './reportStarted';
import { sendStart } from './sendStart';
import { bringsWarnings, ensureConnection, type Ready } from './startConnection';
import { reviewDraft, serviceWords } from './reviewDraft';
import type { Reviewed } from './sheet/reviewSheet';
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
    draft = reviewed.draft;
    if (!(await confirmTask(reviewed))) continue;
    if (!(await confirmFilled(reviewed, service, ports))) continue;
    const before = { settings: knownSettings(ports.settings.state), dialect: await ports.service.dialect() };
    const { connection, isNew } = await ensureConnection(ports);
    // The sheet showed one service; if another one was configured meanwhile, it has to be shown first.
    if (connection?.address.baseUrl !== service) continue;
    if (isNew && (await bringsWarnings(reviewed.request, before, connection.dialect, ports.settings))) continue;
    const sending = await beginSending(draft, store, ports);
    if (sending) return sendReviewed(reviewed, sending, connection, ports);
  }
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

async function sendReviewed(
  { request, clone }: Reviewed,
  sending: Sending,
  connection: Ready,
  ports: StartPorts,
): Promise<ConversationStartResponse> {
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

/** A reviewed start that failed, with the draft to return to and its current store. */
class NotStarted extends ExplainedError {
  readonly draft: Draft;
  readonly store: DraftStore;

  constructor(draft: Draft, store: DraftStore, { message, remedy, cause }: ExplainedError) {
    super(message, remedy, cause);
    this.draft = draft;
    this.store = store;
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

/** A start without a task reserves an idle machine: possible, but not by pressing Enter too early. */
async function confirmTask({ request }: Reviewed): Promise<boolean> {
  if (hasTask(request)) return true;
  const goOn = vscode.l10n.t('Start Without Message');
  const answer = await vscode.window.showWarningMessage(
    vscode.l10n.t('Start without telling the agent what to do?'),
    { modal: true, detail: vscode.l10n.t('The conversation waits for its first message in the browser.') },
    goOn,
  );
  return answer === goOn;
}
