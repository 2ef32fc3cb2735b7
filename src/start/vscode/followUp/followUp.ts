import * as vscode from 'vscode';
import { commandRemedy, ExplainedError, type Report } from '../../../base/vscode/explanation';
import { inform } from '../../../base/vscode/notify';
import { withProgress } from '../../../base/vscode/withProgress';
import type { FollowUpMessage } from '../../../client/client';
import type { Conversation } from '../../../conversations/conversation';
import { connectTo } from '../../../service/vscode/connection/connectTo';
import { shortTitle } from '../../../conversations/vscode/conversationLabels';
import { isInDoubt, type Draft } from '../../../draft/draft';
import type { OpenDraft } from '../../../draft/openDraft';
import { withTextNow } from '../../../draft/vscode/sheetDraft';
import { Targets } from '../../../repository/targets';
import { deliverMessage, isAnswered, messageRule, type Delivery } from '../../deliverMessage';
import { forgetSending, saveSent } from '../../lateDeliveries';
import { asExplained } from '../explain';
import { beginSending, SendError } from '../sendReviewed';
import type { OtherDraft, ReviewedRequest } from '../sheet/reviewedRequest';
import { reviewSheet } from '../sheet/reviewSheet';
import type { StartPorts } from '../startPorts';
import { confirmSendAgain } from './followUpQuestions';
import { explainDoubt, explainUnsent } from './followUpWords';
import { askCurrentState, conversationClient, readyToSend, type FollowUpContext } from './readyToSend';

/**
 * Shows the next message to a conversation on the review sheet, and sends it if the user decides to.
 * @returns another draft to continue with, if the user chose one
 * @throws {SendError} if it wasn't sent, or may not have been
 */
export async function followUp(
  opened: OpenDraft,
  conversation: Conversation,
  ports: StartPorts,
): Promise<OtherDraft | undefined> {
  if (!(await connectTo(ports, conversation.baseUrl))) return undefined;
  const to = { conversation, client: conversationClient(conversation, ports), ports };
  let draft = await opened.read();
  for (;;) {
    const reviewed = await review(draft, to, opened);
    if (!reviewed || 'instead' in reviewed) return reviewed;
    const { value: sheet } = ports.openSheet;
    const ready = await confirmSending(reviewed, to).catch((error: unknown) => {
      throw new SendError(opened, asExplained(error));
    });
    // While the questions were open, the user may have edited the document, or opened another sheet.
    draft = await withTextNow(reviewed.draft, opened);
    if (ports.openSheet.value !== sheet) return undefined;
    if (ready && draft === reviewed.draft && (await send(reviewed, ready, to, opened))) return undefined;
    // Another window has its document. Nothing that is typed on a sheet with it would be saved.
    if (opened.isFinished) return undefined;
  }
}

async function review(
  draft: Draft,
  to: FollowUpContext,
  opened: OpenDraft,
): Promise<ReviewedRequest | OtherDraft | undefined> {
  const { conversation, ports } = to;
  const { id, baseUrl: service } = conversation;
  const initial = { draft, to: () => ports.history.get(id) ?? conversation, settings: undefined };
  const loadContext = async (report: Report) => {
    const [targetContext, api] = await Promise.all([
      new Targets(ports).find(draft.chosen),
      ports.service.api(service),
      askCurrentState(to).catch(report),
    ]);
    return { targetContext, api };
  };
  return reviewSheet({ initial, loadContext, service, opened }, ports);
}

interface Ready {
  readonly run: boolean;
  /** Time of the newest message before this one, in the form of events. */
  readonly before: string;
}

/** @returns `undefined` if the sheet has to be shown again */
async function confirmSending({ draft, request }: ReviewedRequest, to: FollowUpContext): Promise<Ready | undefined> {
  if (Object.keys(request).length === 0) {
    inform(vscode.window.showWarningMessage, vscode.l10n.t('The message is empty.'));
    return undefined;
  }
  if (isInDoubt(draft) && !(await confirmSendAgain())) return undefined;
  // Read before the status, so that the message is sent right after the user has agreed to that status.
  const { conversationId = '' } = to.conversation;
  const [newest] = await withProgress(vscode.l10n.t('Asking for the status...'), (signal) =>
    to.client.answers((of) => of.newestEvents(conversationId, ['MessageEvent'], signal)),
  );
  const run = await readyToSend(to);
  return run === undefined ? undefined : { run, before: newest?.at ?? '' };
}

/**
 * Saves the draft and sends its message.
 * @returns false if the draft couldn't be saved, which was reported to the user; nothing was sent then
 * @throws {SendError} if it wasn't sent, or may not have been
 */
async function send(
  { id, draft, request }: ReviewedRequest,
  { run, before }: Ready,
  to: FollowUpContext,
  opened: OpenDraft,
): Promise<boolean> {
  const { conversation, client, ports } = to;
  const { conversationId = '' } = conversation;
  const { history, log, clock } = ports;
  if (!(await beginSending(draft, id, opened, ports))) return false;
  ports.sendings.add(id);
  // If this window closes meanwhile, another one reads this and tells the user about the outcome.
  await history.change(conversation.id, { sendingDraft: opened.id, sendingId: id, sendingAfter: before });
  log.info('Sending a message.', { baseUrl: conversation.baseUrl });
  const title = vscode.l10n.t("Sending the message. The service responds after the agent's current step.");
  const sending = { before, sentAt: clock.now() };
  const delivery = await withProgress(title, (signal) =>
    deliverMessage(conversationId, { ...request, run }, sending, client, signal),
  );
  if (delivery.outcome !== 'sent') {
    log.warn('The message was not answered.', { outcome: delivery.outcome, error: String(delivery.error) });
    return failSending(delivery, id, to, opened);
  }
  log.info('Message sent.');
  await finishSending(id, to, opened);
  const state = await askCurrentState(to).catch(() => undefined);
  // The agent was running and has stopped: it may not have read the message.
  if (!run && state && messageRule(state.status) === 'run') await warnIfUnread({ ...request, run }, before, to);
  return true;
}

async function finishSending(id: string, { conversation, ports }: FollowUpContext, opened: OpenDraft): Promise<void> {
  await saveSent(conversation, id, ports.history);
  await opened.finishSending('started', id);
  sayWasSent(conversation, ports);
  await forgetSending(conversation.id, id, ports.history);
}

/** Notifies the user, as after a start. Doesn't wait for an answer. */
function sayWasSent(conversation: Conversation, { followed }: Pick<StartPorts, 'followed'>): void {
  const { id, baseUrl } = conversation;
  const sentence = vscode.l10n.t('Message sent to "{0}".', shortTitle(conversation));
  const open = commandRemedy(vscode.l10n.t('Open in Browser'), 'agentConversations.openConversation', { id });
  const follow = commandRemedy(vscode.l10n.t('Follow Status'), 'agentConversations.followConversation', { id });
  const show = (isFollowed: boolean) =>
    inform(vscode.window.showInformationMessage, sentence, open, ...(isFollowed ? [] : [follow]));
  followed.has(new URL(baseUrl).origin).then(show, () => show(false));
}

async function failSending(
  { outcome, error }: Exclude<Delivery, { readonly outcome: 'sent' }>,
  id: string,
  { conversation, ports }: FollowUpContext,
  opened: OpenDraft,
): Promise<never> {
  const mayBeSent = outcome === 'mayBeSent';
  await opened.finishSending(mayBeSent ? 'mayHaveStarted' : 'notStarted', id);
  await forgetSending(conversation.id, id, ports.history);
  const { message, remedy } = mayBeSent ? explainDoubt(error, conversation) : explainUnsent(error, conversation);
  throw new SendError(opened, new ExplainedError(message, remedy, error));
}

async function warnIfUnread(
  message: FollowUpMessage,
  before: string,
  { conversation, client }: FollowUpContext,
): Promise<void> {
  const isRead = await withProgress(vscode.l10n.t('Looking for an answer of the agent...'), (signal) =>
    isAnswered(conversation.conversationId ?? '', message, before, client, signal),
  );
  if (isRead) return;
  inform(
    vscode.window.showInformationMessage,
    vscode.l10n.t(
      "The message was added, but the agent may have stopped before it read it. If it doesn't continue, send another message.",
    ),
  );
}
