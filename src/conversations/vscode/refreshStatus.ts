import * as vscode from 'vscode';
import { type Conversation, isPreparing, type ConversationChange } from '../conversation';
import { isAskable, isRefreshable } from '../reportedStatus';
import { takeState } from '../takeState';
import type { ConversationState } from '../../client/records';
import { connectTo } from '../../service/vscode/connection/connectTo';
import { plainLabel } from '../../base/text';
import { notify } from '../../base/vscode/notify';
import { withProgress } from '../../base/vscode/withProgress';
import { askStatus, sayNotOffered, sayUnknown, type StatusPorts } from './askStatus';
import { conversationState, shortTitle, stageWords } from './conversationLabels';
import { conversationFor } from './pickConversation';
import { markSeen } from '../conversationToShow';
import { AcceptedStart } from '../acceptedStart';
import { askPreparation, hasStalled, PreparationError, type AskedOf } from '../preparation';
import { systemClock } from '../../base/clock';
import type { Log } from '../../base/log';
import { openInBrowser } from '../../base/vscode/openInBrowser';
import type { ConversationPorts } from './conversationActions';
import { explainPreparation } from './explainPreparation';

/** The command `refreshStatus`: asks the service of a conversation for its status, once. */
export async function refreshStatus(ports: StatusPorts, given?: unknown): Promise<void> {
  const { log, followed } = ports;
  const conversation = await conversationFor(ports, given, vscode.l10n.t('Refresh Status'), isRefreshable);
  if (!conversation || !isRefreshable(conversation)) return;
  const connection = await connectTo(ports, conversation.baseUrl);
  if (!connection) return;
  if (!isAskable(conversation)) {
    await refreshStart(conversation, connection.client, ports);
    return;
  }
  const title = vscode.l10n.t('Refreshing the status of "{0}"...', shortTitle(conversation));
  const answer = await withProgress(title, (signal) => askStatus(connection.client, [conversation], log, signal));
  switch (answer.kind) {
    case 'states':
      await followed.resume(connection.address.origin);
      return show(conversation, answer.states[0] ?? null, ports);
    case 'notOffered':
      sayNotOffered(conversation, answer.error, ports);
      return;
    case 'rejected':
    case 'failed':
      throw answer.error;
  }
}

async function show(asked: Conversation, state: ConversationState | null, ports: StatusPorts): Promise<void> {
  const { history } = ports;
  await takeState(asked, state, { ...ports, now: Date.now });
  await markSeen(history.get(asked.id), history);
  if (state === null) {
    sayUnknown(asked, ports);
    return;
  }
  sayRefreshed(asked, conversationState(history.get(asked.id) ?? asked).words);
}

/**
 * Asks what became of a start that a service has accepted, or whose answer was lost, once.
 * @throws {PreparationError} if it isn't going to start, has probably stopped, or the service no longer knows it
 * @throws {ServiceError}
 */
async function refreshStart(
  conversation: Conversation,
  client: AskedOf,
  { history, log }: Pick<ConversationPorts, 'history'> & { readonly log: Log },
): Promise<void> {
  const { id } = conversation;
  const title = vscode.l10n.t('Refreshing the status of "{0}"...', shortTitle(conversation));
  const said = await withProgress(title, (signal) => askPreparation(client, conversation, signal));
  log.debug('Start asked for.', { answer: said.kind });
  // That it was lost isn't news.
  if (said.kind === 'lost' && !isPreparing(conversation)) {
    sayNotFound(conversation);
    return;
  }
  const save = (change: ConversationChange) => history.change(id, change);
  await new AcceptedStart(conversation, { ...systemClock, client, log, save }).take(said);
  const now = history.get(id) ?? conversation;
  if (said.kind === 'failed' || said.kind === 'lost') {
    const error = new PreparationError(conversation, said);
    await save({ problem: explainPreparation(error).sentence });
    throw error;
  }
  if (isPreparing(now) && hasStalled(now, Date.now())) throw new PreparationError(conversation, { kind: 'stalled' });
  const words = [conversationState(now).words, isPreparing(now) ? stageWords(now.stage) : undefined];
  sayRefreshed(now, words.filter(Boolean).join(' · '));
}

/** Says what a service has just reported of a conversation. */
function sayRefreshed(conversation: Conversation, words: string): void {
  const title = plainLabel(shortTitle(conversation));
  vscode.window.setStatusBarMessage(vscode.l10n.t('$(check) Status of "{0}": {1}', title, plainLabel(words)), 3000);
}

/** Doesn't wait for a click. */
function sayNotFound({ baseUrl }: Conversation): void {
  const open = { label: vscode.l10n.t('Open Service in Browser'), run: () => openInBrowser(baseUrl) };
  const sentence = vscode.l10n.t(
    'Conversation not found on {0}. The service may still be preparing it.',
    new URL(baseUrl).host,
  );
  void notify(vscode.window.showInformationMessage, sentence, open);
}
