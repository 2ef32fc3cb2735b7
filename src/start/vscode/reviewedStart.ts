import * as vscode from 'vscode';
import { PreparationError } from '../../conversations/preparation';
import { remediesWhilePreparing } from '../../conversations/vscode/explainPreparation';
import { isBlank, type Draft } from '../../draft/draft';
import type { OpenDraft } from '../../draft/openDraft';
import type { ConversationStartResponse } from '../../client/records';
import { errorWith, ExplainedError, suggestTrust, type Remedy, type Report } from '../../base/vscode/explanation';
import { inform } from '../../base/vscode/notify';
import { followUp } from './followUp/followUp';
import type { StartPorts } from './startPorts';
import { SendError, sendReviewed } from './sendReviewed';
import { shownServiceUrl } from '../../client/serviceUrl';
import { findForStart, knownForStart } from './findForStart';
import type { OtherDraft, ReviewedRequest } from './sheet/reviewedRequest';
import { reviewSheet } from './sheet/reviewSheet';
import { backToSheet, type SheetState } from './sheet/sheetState';

/**
 * Shows a draft on the review sheet and sends it if the user decides to. Errors are shown, not thrown.
 * @param opened closed at the end
 * @param fresh the draft for "Start Fresh", if the sheet continues a saved draft
 * @returns the service's answer; `undefined` if nothing was started, or it isn't known whether something was
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

/** @throws {ExplainedError} if the user doesn't trust the workspace */
export function requireTrust({ workspace }: Pick<StartPorts, 'workspace'>): void {
  if (workspace.isTrusted) return;
  throw errorWith(
    suggestTrust(
      vscode.l10n.t("Conversations can't be started in Restricted Mode. Trust this workspace to start one."),
    ),
  );
}

/**
 * Like {@link startReviewed}, but throws errors instead of showing them.
 * @throws {ExplainedError} if it wasn't started
 */
export async function reviewAndSend(
  opened: OpenDraft,
  ports: StartPorts,
  fresh?: Draft,
): Promise<ConversationStartResponse | undefined> {
  const ended = await reviewOne(opened, ports, fresh);
  if (!ended || 'response' in ended) return ended?.response;
  return reviewAndSend(ended.instead, { ...ports, onSheet: undefined, onLeft: undefined });
}

type Ended = { readonly response: ConversationStartResponse } | OtherDraft;

async function reviewOne(opened: OpenDraft, ports: StartPorts, fresh: Draft | undefined): Promise<Ended | undefined> {
  const drafts = await ports.drafts();
  let ended: Ended | undefined;
  try {
    requireTrust(ports);
    const { to, ...start } = await opened.read();
    const conversation = to === undefined ? undefined : await ports.history.read(to);
    if (to !== undefined && !conversation) sayIsGone();
    ended = conversation
      ? await followUp(opened, conversation, ports)
      : await sendFromSheet(start, opened, ports, fresh);
  } finally {
    await drafts.close(opened);
  }
  if (!ended || 'instead' in ended) tellLeft(opened, ended, ports);
  return ended;
}

/** Says why a follow-up becomes a start. */
function sayIsGone(): void {
  const sentence = vscode.l10n.t(
    'The conversation this message was written for is no longer in the list. If you select Start, a new one begins.',
  );
  inform(vscode.window.showInformationMessage, sentence);
}

/**
 * Tells the caller that the sheet is no longer about its draft. If the sheet was closed, tells the user that the draft is
 * saved, unless it is in sight, as the text of a document.
 */
function tellLeft(
  { draft, isUnwritable, path }: OpenDraft,
  other: OtherDraft | undefined,
  { onLeft }: Pick<StartPorts, 'onLeft'>,
): void {
  const isSaved = !isUnwritable && (path !== undefined || !isBlank(draft));
  onLeft?.(isSaved);
  if (isSaved && path === undefined && !other)
    vscode.window.setStatusBarMessage(vscode.l10n.t('$(edit) Saved as a draft'), 5000);
}

async function sendFromSheet(
  initial: Draft,
  opened: OpenDraft,
  ports: StartPorts,
  fresh: Draft | undefined,
): Promise<Ended | undefined> {
  let draft = initial;
  let mcp: SheetState['mcp'];
  let clone: ReviewedRequest['clone'];
  for (;;) {
    const service = serviceWords(ports);
    const shown = { draft, mcp, clone, fresh: draft === initial ? fresh : undefined };
    const reviewed = await reviewDraft(shown, service, opened, ports);
    if (!reviewed || 'instead' in reviewed) return reviewed;
    const sent = await sendReviewed(reviewed, service, opened, ports);
    if (!sent || 'response' in sent) return sent;
    draft = sent.again;
    ({ clone } = reviewed);
    // Servers from files may have changed, and are read again.
    mcp = (await isSavedMcpCurrent(reviewed, ports)) ? reviewed.mcp : undefined;
  }
}

async function reviewDraft(
  { clone, ...shown }: Pick<SheetState, 'draft' | 'fresh' | 'mcp'> & Pick<ReviewedRequest, 'clone'>,
  service: string,
  opened: OpenDraft,
  ports: StartPorts,
): Promise<ReviewedRequest | OtherDraft | undefined> {
  const initial = { ...shown, ...knownForStart(service, ports) };
  const loadContext = (report: Report) => findForStart(shown.draft, service, { ...ports, report }, clone);
  return reviewSheet({ initial, loadContext, service, opened }, ports);
}

/** True if the service's saved MCP servers are sent, and to the user that they were read for, with the present key. */
async function isSavedMcpCurrent({ mcp }: ReviewedRequest, { service }: StartPorts): Promise<boolean> {
  const connection = mcp?.saved && (await service.connect().catch(() => undefined));
  return connection?.kind === 'ready' && connection.client === mcp?.saved?.client;
}

/** The service URL, or the text of the setting if that isn't a valid URL. */
export function serviceWords({ configuration }: Pick<StartPorts, 'configuration'>): string {
  const { serviceUrl, serviceUrlText } = configuration;
  return serviceUrl.ok ? serviceUrl.address.baseUrl : shownServiceUrl(serviceUrlText);
}

function backTo(error: unknown, ports: StartPorts): readonly Remedy[] {
  if (error instanceof ExplainedError && error.cause instanceof PreparationError)
    return remediesWhilePreparing(error.cause);
  if (!(error instanceof SendError)) return [];
  return [{ label: backToSheet(), run: () => reviewAgain(error.draftId, ports) }];
}

/** Shows the draft of a start that failed, or may have failed, again. Without an id, shows a new draft. */
export async function reviewAgain(id: string | undefined, ports: StartPorts): Promise<void> {
  try {
    const drafts = await ports.drafts();
    await startReviewed(id === undefined ? drafts.begin() : await drafts.open(id), ports);
  } catch (error) {
    await ports.report(error);
  }
}
