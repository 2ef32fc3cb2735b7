import * as vscode from 'vscode';
import { plainLabel } from '../../../base/text';
import { ExplainedError } from '../../../base/vscode/explanation';
import { withProgress } from '../../../base/vscode/withProgress';
import { withSent, type Conversation } from '../../../conversations/conversation';
import type { ReadyConnection } from '../../../service/serviceConnection';
import { connectTo } from '../../../service/vscode/connection/connectTo';
import { conversationTitle } from '../../../conversations/vscode/conversationLabels';
import { isInDoubt, type Draft } from '../../../draft/draft';
import type { OpenDraft } from '../../../draft/openDraft';
import { withTextNow } from '../../../draft/vscode/sheetDraft';
import { Targets } from '../../../repository/targets';
import { deliverMessage, isAnswered, messageRule } from '../../deliverMessage';
import { asExplained } from '../explain';
import { beginSending, NotStarted } from '../sendReviewed';
import { reviewSheet, type OtherDraft, type Reviewed } from '../sheet/reviewSheet';
import type { StartPorts } from '../startPorts';
import { isSentAgain } from './followUpQuestions';
import { explainDoubt, explainUnsent } from './followUpWords';
import { askedOfConversation, askState, readyToSend, type To } from './readyToSend';

/**
 * Shows the next message of a conversation on the review sheet, and sends it once the user has decided to.
 * @returns another draft to continue with, if the user chose one
 * @throws {NotStarted} why it was not sent, or may not have been
 */
export async function followUp(
  opened: OpenDraft,
  conversation: Conversation,
  ports: StartPorts,
): Promise<OtherDraft | undefined> {
  const connection = await connectTo(ports, conversation.baseUrl);
  if (!connection) return undefined;
  const to = { conversation, client: askedOfConversation(ports.service, conversation.baseUrl), ports };
  let draft = await opened.read();
  for (;;) {
    const reviewed = await review(draft, connection, to, opened);
    if (!reviewed || 'instead' in reviewed) return reviewed;
    const { current: sheet } = ports.openSheet;
    const ready = await confirmed(reviewed, to).catch((error: unknown) => {
      throw new NotStarted(opened, asExplained(error));
    });
    // Questions leave time to write on in the document, and to open another sheet.
    draft = await withTextNow(reviewed.draft, opened);
    if (ports.openSheet.current !== sheet) return undefined;
    if (ready && draft === reviewed.draft && (await send(reviewed, ready, to, opened))) return undefined;
  }
}

async function review(
  draft: Draft,
  { api }: ReadyConnection,
  to: To,
  opened: OpenDraft,
): Promise<Reviewed | OtherDraft | undefined> {
  const { conversation, ports } = to;
  const { id, baseUrl: service } = conversation;
  const initial = { draft, to: () => ports.history.get(id) ?? conversation, settings: undefined };
  const find = async () => {
    const [targetContext] = await Promise.all([
      new Targets(ports).find(draft.chosen),
      askState(to).catch(ports.report),
    ]);
    return { targetContext, api };
  };
  return reviewSheet({ initial, loadContext: find, service, opened }, ports);
}

interface Ready {
  /** True if the message lets the agent run. */
  readonly run: boolean;
  readonly before: string;
}

/** @returns `undefined` leads back to the sheet */
async function confirmed({ draft, request }: Reviewed, to: To): Promise<Ready | undefined> {
  if (Object.keys(request).length === 0) {
    void vscode.window.showWarningMessage(vscode.l10n.t('The message is empty.'));
    return undefined;
  }
  if (isInDoubt(draft) && !(await isSentAgain())) return undefined;
  // Asked for first: nothing may come between the state that the user has agreed to and the message.
  const { conversationId = '' } = to.conversation;
  const [newest] = await withProgress(vscode.l10n.t('Asking for the status...'), (signal) =>
    to.client.answers((of) => of.newestEvents(conversationId, ['MessageEvent'], signal)),
  );
  const run = await readyToSend(to);
  return run === undefined ? undefined : { run, before: newest?.at ?? '' };
}

/**
 * The draft is on disk, marked as sent, before anything leaves: a window that closes then ends in doubt.
 * @returns `false` if it couldn't be saved: that was reported, and nothing was sent
 */
async function send(
  { id, draft, request }: Reviewed,
  { run, before }: Ready,
  to: To,
  opened: OpenDraft,
): Promise<boolean> {
  const { conversation, client, ports } = to;
  const { conversationId = '' } = conversation;
  const { history, log, clock } = ports;
  if (!(await beginSending(draft, id, opened, ports))) return false;
  ports.sendings.add(id);
  // If this window closes, the next one says what has become of it.
  await history.change(conversation.id, { sendingDraft: opened.id, sendingId: id, sendingAfter: before });
  log.info('Sending a message.', { baseUrl: conversation.baseUrl });
  const title = vscode.l10n.t("Sending the message. The service responds after the agent's current step.");
  const sending = { before, sentAt: clock.now() };
  const delivery = await withProgress(title, (signal) =>
    deliverMessage(conversationId, { ...request, run }, sending, { ...client, clock }, signal),
  );
  const { outcome } = delivery;
  // The mark goes last: if this window closes before that, the next one says it.
  const unmark = () => history.change(conversation.id, { sendingDraft: '' });
  if (outcome === 'sent') {
    log.info('Message sent.');
    const now = (await history.read(conversation.id)) ?? conversation;
    await history.change(conversation.id, withSent(now, id));
    await opened.finishSending('started', id);
    vscode.window.setStatusBarMessage(
      vscode.l10n.t('$(check) Message sent: {0}', plainLabel(conversationTitle(conversation))),
      5000,
    );
    await unmark();
    const state = await askState(to).catch((error: unknown) =>
      log.warn("The status wasn't reported.", { error: String(error) }),
    );
    if (!run && state && messageRule(state.status) === 'run') {
      const looking = vscode.l10n.t('Looking for an answer of the agent...');
      const isRead = await withProgress(looking, (signal) =>
        isAnswered(conversationId, { ...request, run }, before, { ...client, clock }, signal),
      );
      if (isRead) return true;
      void vscode.window.showInformationMessage(
        vscode.l10n.t(
          "The message was added, but the agent may have stopped before it read it. If it doesn't continue, send another message.",
        ),
      );
    }
    return true;
  }
  const { error } = delivery;
  log.warn('The message was not answered.', { outcome, error: String(error) });
  const isInDoubtNow = outcome === 'mayBeSent';
  await opened.finishSending(isInDoubtNow ? 'mayHaveStarted' : 'notStarted', id);
  await unmark();
  const words = isInDoubtNow ? explainDoubt(error, conversation) : explainUnsent(error, conversation);
  throw new NotStarted(opened, new ExplainedError(words.message, words.remedy, error));
}
