import * as vscode from 'vscode';
import type { Conversation } from '../conversation';
import type { Log } from '../../base/log';
import type { ConnectingPorts } from '../../service/vscode/connection/askSessionKey';
import { commandRemedy, type Report } from '../../base/vscode/explanation';
import { inform } from '../../base/vscode/notify';
import { shortTitle } from './conversationLabels';
import type { ConversationPorts } from './conversationActions';

export interface StatusPorts extends ConversationPorts, ConnectingPorts {
  readonly log: Log;
  readonly report: Report;
  readonly onEnd: (conversation: Conversation) => void;
}

export function sayUnknown(conversation: Conversation): void {
  const { host } = new URL(conversation.baseUrl);
  const sentence = vscode.l10n.t(
    '{0} doesn\'t know the conversation "{1}". It may have been deleted.',
    host,
    shortTitle(conversation),
  );
  sayAndOffer(sentence, conversation);
}

/** Notifies the user about a conversation, with a button that opens it in the browser. Doesn't wait for an answer. */
export function sayAndOffer(sentence: string, { id }: Conversation): void {
  const open = commandRemedy(vscode.l10n.t('Open in Browser'), 'agentConversations.openConversation', { id });
  inform(vscode.window.showWarningMessage, sentence, open);
}
