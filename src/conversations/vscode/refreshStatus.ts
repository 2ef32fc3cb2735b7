import * as vscode from 'vscode';
import { anyWaiter, type Conversation, isPreparing } from '../conversation';
import { canAskStatus, isRefreshable } from '../reportedStatus';
import { saveReported } from '../saveReported';
import { connectTo } from '../../service/vscode/connection/connectTo';
import { plainLabel } from '../../base/text';
import { notify } from '../../base/vscode/notify';
import { withProgress } from '../../base/vscode/withProgress';
import { askStatus, sayAndOffer, sayUnknown, type StatusPorts } from './askStatus';
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
import { openInBrowser } from '../../base/vscode/openInBrowser';
import { explainPreparation } from './explainPreparation';

export async function refreshStatus(ports: StatusPorts, given?: unknown): Promise<void> {
  const conversation = await conversationFor(ports, given, vscode.l10n.t('Refresh Status'), isRefreshable);
  if (!conversation || !isRefreshable(conversation)) return;
  const connection = await connectTo(ports, conversation.baseUrl);
  if (!connection) return;
  if (!canAskStatus(conversation)) {
    await refreshStart(conversation, ports);
    return;
  }
  const title = vscode.l10n.t('Refreshing the status of "{0}"...', shortTitle(conversation));
  try {
    const ask = (signal: AbortSignal) => askStatus(connection.client, [conversation], ports.log, signal);
    const [state = null] = await withProgress(title, ask);
    const { history } = ports;
    await saveReported(conversation, state, { ...ports, now: Date.now });
    await markSeen(history.get(conversation.id), history);
    if (state === null) sayUnknown(conversation, ports);
    else sayRefreshed(conversation, conversationState(history.get(conversation.id) ?? conversation).words);
  } catch (error) {
    if (!(error instanceof ServiceError) || !isNotOffered(error)) throw error;
    const { origin } = connection.address;
    const sentence = vscode.l10n.t(
      "{0} doesn't provide conversation status. Open the conversation in the browser to see it.",
      origin,
    );
    sayAndOffer(sentence, conversation, ports);
  }
}

/**
 * Asks what became of a start that a service has accepted, or whose answer was lost, once.
 * @throws {PreparationError} if it isn't going to start, has taken longer than one is waited for, or the service no
 *   longer knows it
 * @throws {ServiceError}
 */
async function refreshStart(conversation: Conversation, { history, log, service }: StatusPorts): Promise<void> {
  const { id } = conversation;
  const title = vscode.l10n.t('Refreshing the status of "{0}"...', shortTitle(conversation));
  const said = await withProgress(title, (signal) =>
    askPreparation(outcomeClient(service, conversation), conversation, signal),
  );
  log.debug('Start asked for.', { answer: said.kind });
  // It isn't news that it was lost.
  if (said.kind === 'lost' && !isPreparing(conversation)) {
    sayNotFound(conversation);
    return;
  }
  const now = Date.now();
  const isLate = said.kind === 'preparing' && now - conversation.sentAt > maxPreparationTime;
  // Its window has stopped waiting when the answer to the start was lost.
  const isUnwatched = said.kind === 'preparing' && conversation.outcome === 'mayHaveStarted' && !isLate;
  await history.change(id, {
    ...changeFromPreparation(said, now, conversation.stageAt),
    ...(isUnwatched && { waiter: anyWaiter }),
  });
  if (said.kind === 'failed' || said.kind === 'lost') {
    const error = new PreparationError(conversation, said);
    await history.change(id, { problem: explainPreparation(error).sentence });
    throw error;
  }
  if (isLate) throw new PreparationError(conversation, { kind: 'late', unanswered: 0 });
  const saved = history.get(id) ?? conversation;
  const words = [conversationState(saved).words, isPreparing(saved) ? stageWords(saved.stage) : undefined];
  sayRefreshed(saved, words.filter(Boolean).join(' · '));
}

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
