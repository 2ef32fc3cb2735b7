import * as vscode from 'vscode';
import { isPreparing, type Conversation } from '../common/conversation';
import { askPreparation, askProposed, changeByPreparation, PreparationError } from '../common/preparation';
import type { Client } from '../../client/common/client';
import type { Log } from '../../base/common/log';
import { plainLabel, plainNotification } from '../../base/common/text';
import { openInBrowser } from '../../base/vscode/openInBrowser';
import { withProgress } from '../../base/vscode/withProgress';
import type { ConversationPorts } from './conversationActions';
import { conversationState } from './conversationLabels';
import { explainPreparation } from './explainPreparation';
import { stageWords } from './stageWords';

/**
 * Asks what became of a start that a service has accepted, or whose answer was lost, once.
 * @throws {PreparationError} if it isn't going to start, or the service no longer knows it
 * @throws {ServiceError}
 */
export async function refreshStart(
  conversation: Conversation,
  client: Pick<Client, 'startTask' | 'conversations'>,
  { history, log }: Pick<ConversationPorts, 'history'> & { readonly log: Log },
): Promise<void> {
  const { id, proposedId } = conversation;
  const said = await withProgress(vscode.l10n.t('Refreshing status...'), (signal) =>
    conversation.taskId === undefined
      ? askProposed(client, proposedId, signal)
      : askPreparation(client, conversation, signal),
  );
  log.debug('Start asked for.', { answer: said?.kind });
  // That it was lost isn't news.
  if (said === undefined || (said.kind === 'lost' && !isPreparing(conversation))) {
    sayUnknown(conversation);
    return;
  }
  // The clock may have been set back, and of two reports the later one counts.
  await history.changed(id, changeByPreparation(said, Math.max(Date.now(), conversation.stageAt ?? 0)));
  if (said.kind === 'failed' || said.kind === 'lost') {
    const error = new PreparationError(conversation, said);
    await history.changed(id, { problem: explainPreparation(error).sentence });
    throw error;
  }
  const now = history.get(id) ?? conversation;
  const words = [conversationState(now, Date.now()).words, isPreparing(now) ? stageWords(now.stage) : undefined];
  const state = plainLabel(words.filter(Boolean).join(' · '));
  vscode.window.setStatusBarMessage(vscode.l10n.t('$(check) Status refreshed: {0}', state), 3000);
}

/** Doesn't wait for a click. */
function sayUnknown({ baseUrl }: Conversation): void {
  const open = vscode.l10n.t('Open Service in Browser');
  const sentence = vscode.l10n.t(
    "{0} doesn't know this conversation. That doesn't prove that it wasn't started: the service may still be preparing it.",
    new URL(baseUrl).host,
  );
  void vscode.window
    .showInformationMessage(plainNotification(sentence), open)
    .then((clicked) => (clicked === open ? openInBrowser(baseUrl) : undefined));
}
