import * as vscode from 'vscode';
import type { Conversation } from '../conversation';
import type { Log } from '../../base/log';
import type { ConnectingPorts } from '../../service/vscode/connection/askSessionKey';
import { notify } from '../../base/vscode/notify';
import { shortTitle } from './conversationLabels';
import { openConversationPage, type PagePorts } from './openConversationPage';
import type { ConversationPorts } from './conversationActions';

export interface StatusPorts extends ConversationPorts, ConnectingPorts {
  readonly log: Log;
  readonly onEnd: (conversation: Conversation) => void;
}

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
