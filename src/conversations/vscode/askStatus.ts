import * as vscode from 'vscode';
import type { Conversation } from '../conversation';
import type { Client } from '../../client/client';
import type { ConversationState } from '../../client/records';
import { sanitiseServerText } from '../../client/serverText';
import type { Log } from '../../base/log';
import type { ConnectingPorts } from '../../service/vscode/connection/askSessionKey';
import { notify } from '../../base/vscode/notify';
import { shortTitle } from './conversationLabels';
import { openConversationPage, type PagePorts } from './openConversationPage';
import { saveUnanswered } from '../askAndSave';
import type { ConversationPorts } from './conversationActions';

export interface StatusPorts extends ConversationPorts, ConnectingPorts {
  readonly log: Log;
  /** Called with each end that this window is the first to learn of. */
  readonly onEnd: (conversation: Conversation) => void;
}

/**
 * Asks for the states of conversations with one request, and logs them. Saves if there was no answer.
 * @param conversations at most as many as the API allows in one request
 * @returns in the same order; `null` for a conversation that the service doesn't know
 * @throws {ServiceError}
 */
export async function askStatus(
  { status: asked }: Pick<Client, 'status'>,
  conversations: readonly Conversation[],
  ports: Pick<StatusPorts, 'history' | 'log'> & { readonly now: () => number },
  signal: AbortSignal,
): Promise<readonly (ConversationState | null)[]> {
  const { log } = ports;
  const ids = conversations.map(({ conversationId = '' }) => conversationId);
  const id = ids.map(sanitiseServerText).join(' ');
  try {
    const states = await asked.conversations(ids, signal);
    const [status, runtime] = [states.map((one) => one?.status), states.map((one) => one?.runtime_status)];
    log.debug('Status reported.', { id, status: status.join(' '), runtime: runtime.join(' ') });
    return states;
  } catch (error) {
    log.warn("The status wasn't reported.", { id, error: String(error) });
    await saveUnanswered(conversations, error, ports);
    throw error;
  }
}

/** Notifies the user that the service doesn't know a conversation. Doesn't wait for an answer. */
export function sayUnknown(conversation: Conversation, ports: PagePorts): void {
  const { host } = new URL(conversation.baseUrl);
  const sentence = vscode.l10n.t(
    '{0} doesn\'t know the conversation "{1}". It may have been deleted.',
    host,
    shortTitle(conversation),
  );
  sayAndOffer(sentence, conversation, ports);
}

/** Notifies the user about a conversation, with a button that opens it in the browser. Doesn't wait for an answer. */
export function sayAndOffer(sentence: string, conversation: Conversation, ports: PagePorts): void {
  void notify(vscode.window.showWarningMessage, sentence, {
    label: vscode.l10n.t('Open in Browser'),
    run: () => openConversationPage(conversation, ports),
  });
}
