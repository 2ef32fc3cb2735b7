import * as vscode from 'vscode';
import type { Conversation } from '../conversation';
import type { Log } from '../../base/log';
import type { ConnectingPorts } from '../../service/vscode/connection/askSessionKey';
import { commandRemedy, type Report } from '../../base/vscode/explanation';
import { inform } from '../../base/vscode/notify';
import { openInBrowser } from '../../base/vscode/openInBrowser';
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

/** Says that a service can't be asked for conversations of the API that it had before, whose ids have another form. */
export function sayFormerApi(origin: string, [first, ...others]: readonly Conversation[], report: Report): void {
  if (!first) return;
  if (others.length === 0) {
    const sentence = vscode.l10n.t(
      "{0} no longer has the API with which this conversation was started, so it can't be asked for the status. Open the conversation in the browser to see it.",
      origin,
    );
    sayAndOffer(sentence, first);
    return;
  }
  const sentence = vscode.l10n.t(
    "{0} no longer has the API with which these conversations were started, so it can't be asked for their status. Open the service in the browser to see it.",
    origin,
  );
  const open = {
    label: vscode.l10n.t('Open Service in Browser'),
    run: () => openInBrowser(first.baseUrl).catch(report),
  };
  inform(vscode.window.showWarningMessage, sentence, open);
}

/** Notifies the user about a conversation, with a button that opens it in the browser. Doesn't wait for an answer. */
export function sayAndOffer(sentence: string, { id }: Conversation): void {
  const open = commandRemedy(vscode.l10n.t('Open in Browser'), 'agentConversations.openConversation', { id });
  inform(vscode.window.showWarningMessage, sentence, open);
}
