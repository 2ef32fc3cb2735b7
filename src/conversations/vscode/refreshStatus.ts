import * as vscode from 'vscode';
import { anyWaiter, type Conversation, isPreparing } from '../conversation';
import { canAskStatus, isRefreshable } from '../reportedStatus';
import { askState, hasSendableId } from '../askStatus';
import { connectTo } from '../../service/vscode/connection/connectTo';
import { plainLabel } from '../../base/text';
import type { Report } from '../../base/vscode/explanation';
import { withProgress } from '../../base/vscode/withProgress';
import { sayAndOfferService, sayFormerApi, sayNotProvided, sayUnknown, type StatusPorts } from './statusNotices';
import { conversationState, shortTitle, stageWords } from './conversationLabels';
import { conversationFor } from './pickConversation';
import { markSeen } from '../conversationToShow';
import {
  outcomeClient,
  askPreparation,
  changeFromPreparation,
  PreparationError,
  maxPreparationTime,
} from '../preparation';
import { isNotOffered, ServiceError } from '../../client/serviceError';
import { explainPreparation } from './explainPreparation';

export async function refreshStatus(ports: StatusPorts, given?: unknown): Promise<void> {
  const conversation = await conversationFor(ports, given, vscode.l10n.t('Refresh Status'), isRefreshable);
  if (!conversation) return;
  if (!isRefreshable(conversation)) {
    // A notification still offers the command for a start that is known to have failed since.
    sayRefreshed(conversation, conversationState(conversation).words);
    return;
  }
  const connection = await connectTo(ports, conversation.baseUrl);
  if (!connection) return;
  if (!canAskStatus(conversation)) {
    await refreshStart(conversation, ports);
    return;
  }
  if (!hasSendableId(conversation, connection.api)) {
    sayFormerApi(connection.address.origin, [conversation], ports.report);
    return;
  }
  const title = vscode.l10n.t('Refreshing the status of "{0}"...', shortTitle(conversation));
  try {
    const { status } = connection.client;
    const state = await withProgress(title, (signal) =>
      askState(conversation, (ask) => ask(status), { ...ports, now: Date.now }, signal),
    );
    const { history } = ports;
    await markSeen(history.get(conversation.id), history);
    if (state === null) sayUnknown(conversation);
    else sayRefreshed(conversation, conversationState(history.get(conversation.id) ?? conversation).words);
  } catch (error) {
    if (!(error instanceof ServiceError) || !isNotOffered(error)) throw error;
    const { origin } = connection.address;
    const sentence = vscode.l10n.t(
      "{0} doesn't provide conversation status. Open the conversation in the browser to see it.",
      origin,
    );
    sayNotProvided(sentence, conversation);
  }
}

/**
 * Asks once for the outcome of a start that was accepted, or whose answer was lost.
 * @throws {PreparationError} if it has failed, has taken longer than the maximum time, or the service no longer knows it
 * @throws {ServiceError}
 */
async function refreshStart(conversation: Conversation, { history, log, service, report }: StatusPorts): Promise<void> {
  const { id } = conversation;
  const title = vscode.l10n.t('Refreshing the status of "{0}"...', shortTitle(conversation));
  const answer = await withProgress(title, (signal) =>
    askPreparation(outcomeClient(service, conversation), conversation, signal),
  );
  log.debug('Start asked for.', { answer: answer.kind });
  // The answer to this start was lost before. That the service doesn't know it either changes nothing.
  if (answer.kind === 'lost' && !isPreparing(conversation)) {
    sayNotFound(conversation, report);
    return;
  }
  const now = Date.now();
  const isLate = answer.kind === 'preparing' && now - conversation.sentAt > maxPreparationTime;
  // No window waits for a start whose answer was lost. Now that its task is known, one should.
  const isUnwatched = answer.kind === 'preparing' && conversation.outcome === 'mayHaveStarted' && !isLate;
  const failure =
    answer.kind === 'failed' || answer.kind === 'lost' ? new PreparationError(conversation, answer) : undefined;
  await history.change(id, {
    ...changeFromPreparation(answer, now, conversation.stageAt),
    ...(isUnwatched && { waiter: anyWaiter }),
    ...(failure && { problem: explainPreparation(failure).sentence }),
  });
  if (failure) throw failure;
  if (isLate) throw new PreparationError(conversation, { kind: 'late', unanswered: 0 });
  const saved = history.get(id) ?? conversation;
  const words = [conversationState(saved).words, isPreparing(saved) ? stageWords(saved.stage) : undefined];
  sayRefreshed(saved, words.filter(Boolean).join(' · '));
}

function sayRefreshed(conversation: Conversation, words: string): void {
  const title = plainLabel(shortTitle(conversation));
  vscode.window.setStatusBarMessage(vscode.l10n.t('$(check) Status of "{0}": {1}', title, plainLabel(words)), 3000);
}

function sayNotFound(conversation: Conversation, report: Report): void {
  const sentence = vscode.l10n.t(
    'Conversation not found on {0}. The service may still be preparing it.',
    new URL(conversation.baseUrl).host,
  );
  sayAndOfferService(vscode.window.showInformationMessage, sentence, conversation, report);
}
