import * as vscode from 'vscode';
import type { Conversation } from '../common/conversation';
import { changeBy, isAskable, isRefreshable } from '../common/reportedStatus';
import type { ConversationState } from '../../client/common/records';
import { plainLabel } from '../../base/common/text';
import { withProgress } from '../../base/vscode/withProgress';
import { askStatus, connectTo, sayAndOffer, sayNotOffered, type StatusPorts } from './askStatus';
import { conversationState } from './conversationLabels';
import { refreshStart } from './refreshStart';
import { markSeen } from './markSeen';
import { givenConversation, pickConversation } from './pickConversation';

/** The command `refreshStatus`: asks the service of a conversation for its status, once. */
export async function refreshStatus(ports: StatusPorts, given?: unknown): Promise<void> {
  const { history, log, followed } = ports;
  const conversation =
    givenConversation(given, history) ??
    (await pickConversation(history, vscode.l10n.t('Refresh Status'), isRefreshable));
  if (!conversation || !isRefreshable(conversation)) return;
  const connection = await connectTo(conversation, ports);
  if (!connection) return;
  if (!isAskable(conversation)) {
    await refreshStart(conversation, connection.client, ports);
    return;
  }
  const answer = await withProgress(vscode.l10n.t('Refreshing status...'), (signal) =>
    askStatus(connection.client, [conversation], log, signal),
  );
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
  const { history, newId } = ports;
  const conversation = history.get(asked.id) ?? asked;
  const now = Date.now();
  await history.changed(asked.id, changeBy(conversation, state, now, newId()));
  await markSeen(history.get(asked.id), history);
  if (state === null) {
    const { host } = new URL(asked.baseUrl);
    sayAndOffer(vscode.l10n.t("{0} doesn't know this conversation. It may have been deleted.", host), asked, ports);
    return;
  }
  const { words } = conversationState(history.get(asked.id) ?? conversation, now);
  vscode.window.setStatusBarMessage(vscode.l10n.t('$(check) Status refreshed: {0}', plainLabel(words)), 3000);
}
