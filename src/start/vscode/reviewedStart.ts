import * as vscode from 'vscode';
import { PreparationError } from '../../conversations/preparation';
import { whilePreparing } from '../../conversations/vscode/explainPreparation';
import type { Draft } from '../../draft/draft';
import type { OpenDraft } from '../../draft/openDraft';
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
import { reviewSheet, type OtherDraft, type Reviewed } from './sheet/reviewSheet';
import type { SheetState } from './sheet/sheetState';

/**
 * Shows a draft on the review sheet and starts what the user decided to send. Errors are shown, not thrown.
 * @param opened closed here, whatever becomes of it
 * @param fresh the draft without the saved one that it continues
 * @returns the service's answer; `undefined` when nothing was started, or that is unknown
 */
export async function startReviewed(
  opened: OpenDraft,
  ports: StartPorts,
  fresh?: Draft,
): Promise<ConversationStartResponse | undefined> {
  try {
    return await reviewAndSend(opened, ports, fresh);
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
  opened: OpenDraft,
  ports: StartPorts,
  fresh?: Draft,
): Promise<ConversationStartResponse | undefined> {
  const ended = await reviewOne(opened, ports, fresh);
  if (!ended || 'response' in ended) return ended?.response;
  return reviewAndSend(ended.instead, ports);
}

type Ended = { readonly response: ConversationStartResponse } | OtherDraft;

async function reviewOne(opened: OpenDraft, ports: StartPorts, fresh: Draft | undefined): Promise<Ended | undefined> {
  const drafts = await ports.drafts();
  try {
    requireTrust(ports);
    const { to, ...start } = await opened.read();
    const conversation = to === undefined ? undefined : await ports.history.read(to);
    if (conversation) return await followUp(opened, conversation, ports);
    return await sendFromSheet(start, opened, ports, fresh);
  } finally {
    await drafts.close(opened);
  }
}

async function sendFromSheet(
  initial: Draft,
  opened: OpenDraft,
  ports: StartPorts,
  fresh: Draft | undefined,
): Promise<Ended | undefined> {
  let draft = initial;
  for (;;) {
    const service = serviceWords(ports);
    const reviewed = await reviewDraft({ draft, fresh: draft === initial ? fresh : undefined }, service, opened, ports);
    if (!reviewed || 'instead' in reviewed) return reviewed;
    const sent = await sendReviewed(reviewed, service, opened, ports);
    if (!sent || 'response' in sent) return sent;
    draft = sent.again;
  }
}

/** Shows the sheet for a draft, with everything that is known about where it goes. */
async function reviewDraft(
  { draft, fresh }: Pick<SheetState, 'draft' | 'fresh'>,
  service: string,
  opened: OpenDraft,
  ports: StartPorts,
): Promise<Reviewed | OtherDraft | undefined> {
  const { state } = ports.settings;
  const initial = {
    draft,
    fresh,
    running: mayRunHere(ports.history.conversations, service, Date.now()),
    isUsedId: (used: string) => ports.history.conversations.some((one) => hasId(one, service, used)),
    settings: knownSettings(state),
    settingsError: readingError(state),
  };
  return reviewSheet({ initial, loadContext: () => findForStart(draft, ports), service, opened }, ports);
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
  return [{ label: vscode.l10n.t('Back to Review Sheet'), run: () => reviewAgain(error.draftId, ports) }];
}

/** Reviews a draft that was rejected or is in doubt, by its id; a new one if nothing was in it. */
export async function reviewAgain(id: string | undefined, ports: StartPorts): Promise<void> {
  try {
    const drafts = await ports.drafts();
    await startReviewed(id === undefined ? drafts.begin() : await drafts.open(id), ports);
  } catch (error) {
    await ports.report(error);
  }
}
