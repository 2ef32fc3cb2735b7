import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import { plainLabel, plainNotification } from '../../base/text';
import { askAfterReading } from '../../base/vscode/readOnlyTexts';
import { pauseFor } from '../../base/clock';
import { showInputBox } from '../../base/vscode/quickInputs';
import { withProgress } from '../../base/vscode/withProgress';
import type { WaitingAction } from '../../client/client';
import type { Conversation } from '../../conversations/conversation';
import { askState } from '../../conversations/askStatus';
import { hasConfirmations, isDecidable } from '../../conversations/vscode/agentCommands';
import { sayAndOfferPage } from '../../conversations/vscode/statusNotices';
import { conversationTitle } from '../../conversations/vscode/conversationLabels';
import { conversationFor } from '../../conversations/vscode/pickConversation';
import { isUnsent, withClient } from '../../service/serviceConnection';
import { answerSource, waitingActions } from '../lastAnswer';
import { actionRows } from './answerDocument';
import type { AnswerPorts } from './showLastAnswer';

/** Rows of the waiting actions in the dialog; more are shown in an editor. */
const maxRows = 12;

interface Decision {
  readonly accept: boolean;
  readonly reason?: string;
}

/** The command `decideAction`: confirms or rejects the action that waits, where the service lets it be done from here. */
export async function decideAction(ports: AnswerPorts, given?: unknown): Promise<void> {
  const title = vscode.l10n.t('Confirm or Reject Action');
  const conversation = await conversationFor(ports, given, title, isDecidable);
  // `isDecidable` isn't required: the action may have been answered since the command was offered, which is said below.
  if (!conversation || !hasConfirmations(conversation)) return;
  let shown = await readActions(conversation, ports);
  for (;;) {
    const newest = shown.at(-1);
    if (!newest) {
      sayAndOfferPage(vscode.l10n.t('No action that waits for you could be read.'), conversation);
      return;
    }
    // For a moment after an answer, the service still reports that it waits.
    if (await ports.history.isClaimed(conversation.id, answerClaim(newest))) {
      sayAnswered(conversation);
      return;
    }
    const decision = await askDecision(shown, conversation, ports);
    if (!decision) return;
    // The question may have been open for long: what is agreed to must be what waits.
    const now = await readActions(conversation, ports);
    if (isDeepStrictEqual(now, shown)) return send(conversation, decision, answerClaim(newest), ports);
    shown = now;
  }
}

/** Name of the claim on the answer to an action: only the window that gets it sends an answer. */
function answerClaim({ at }: WaitingAction): string {
  return `answer${at.replace(/\D/g, '').slice(0, 40)}`;
}

/** The answer may not have arrived, if the connection was lost. It isn't sent again. */
function sayAnswered(conversation: Conversation): void {
  const sent = vscode.l10n.t(
    'An answer to this action was already sent. If the action still waits after a minute, answer it in the browser.',
  );
  sayAndOfferPage(sent, conversation);
}

/** The actions that wait, oldest first; none if the service reports another status. */
function readActions(conversation: Conversation, ports: AnswerPorts): Promise<readonly WaitingAction[]> {
  const { service, clock } = ports;
  const { baseUrl, conversationId = '' } = conversation;
  const status = withClient(service, baseUrl, (client) => client.status);
  const source = answerSource(conversation, service, clock);
  return withProgress(vscode.l10n.t('Asking for the waiting action...'), async (signal) => {
    const state = await askState(conversation, status, { ...ports, now: clock.now }, signal);
    if (state?.status !== 'WAITING_FOR_CONFIRMATION') return [];
    return waitingActions(conversationId, source, signal);
  });
}

/** Offers both answers only once all of the action was in view. Enter decides nothing. */
async function askDecision(
  actions: readonly WaitingAction[],
  conversation: Conversation,
  { answers }: AnswerPorts,
): Promise<Decision | undefined> {
  const rows = actionRows(actions);
  const confirm = vscode.l10n.t('Confirm Action');
  const reject = vscode.l10n.t('Reject Action...');
  const question = vscode.l10n.t('Confirm the action that waits in "{0}"?', conversationTitle(conversation));
  const unread = vscode.l10n.t(
    'The action is too long to show here ({0} lines). Read it to its end first.',
    rows.length,
  );
  const read = vscode.l10n.t('The action was shown in the editor ({0} lines).', rows.length);
  const ask = (detail: string, ...buttons: readonly string[]) =>
    vscode.window.showWarningMessage(plainNotification(question), { modal: true, detail }, ...buttons);
  const askLong = (isRead: boolean, show: string) =>
    ask(isRead ? read : unread, show, ...(isRead ? [reject, confirm] : []));
  const answer =
    rows.length > maxRows
      ? await askAfterReading('action.txt', rows, askLong, answers)
      : await ask(rows.join('\n'), reject, confirm);
  if (answer === confirm) return { accept: true };
  return answer === reject ? askReason() : undefined;
}

async function askReason(): Promise<Decision | undefined> {
  const reason = await showInputBox({
    title: vscode.l10n.t('Reject Action'),
    prompt: vscode.l10n.t('Reason for the agent. Optional.'),
  });
  return reason === undefined ? undefined : { accept: false, reason: reason.trim() };
}

/** Sends a decision once, whatever becomes of it. If it certainly wasn't sent, it can be sent again. */
async function send(
  conversation: Conversation,
  { accept, reason }: Decision,
  answer: string,
  ports: AnswerPorts,
): Promise<void> {
  const { service, history, log } = ports;
  if (!(await history.claim(conversation.id, answer))) {
    sayAnswered(conversation);
    return;
  }
  const { baseUrl, conversationId = '' } = conversation;
  const confirmation = withClient(service, baseUrl, (client) => client.confirmation);
  const title = accept ? vscode.l10n.t('Confirming the action...') : vscode.l10n.t('Rejecting the action...');
  try {
    await withProgress(title, (signal) =>
      confirmation((operations) => operations.respondToAction(conversationId, accept, reason, signal)),
    );
  } catch (error) {
    if (isUnsent(error)) await history.release(conversation.id, answer);
    throw error;
  }
  log.info('Action answered.', { accept });
  const name = plainLabel(conversationTitle(conversation));
  vscode.window.setStatusBarMessage(
    accept
      ? vscode.l10n.t('$(check) Confirmed the action of "{0}"', name)
      : vscode.l10n.t('$(check) Rejected the action of "{0}"', name),
    5000,
  );
  await askUntilAnswered(conversation, ports).catch(() => undefined);
}

/**
 * Asks for the status until the service no longer says that the action waits, as often as an event may be late. Failures
 * are logged.
 */
async function askUntilAnswered(conversation: Conversation, ports: AnswerPorts): Promise<void> {
  const { service, clock } = ports;
  const { pauses } = answerSource(conversation, service, clock);
  const status = withClient(service, conversation.baseUrl, (client) => client.status);
  for (const pause of [0, ...pauses]) {
    await pauseFor(pause, clock, undefined);
    const state = await askState(conversation, status, { ...ports, now: clock.now }, undefined);
    if (state?.status !== 'WAITING_FOR_CONFIRMATION') return;
  }
}
