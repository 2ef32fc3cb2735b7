import * as vscode from 'vscode';
import type { Conversation } from '../conversation';
import type { Log } from '../../base/log';
import type { ConnectingPorts } from '../../service/vscode/connection/askSessionKey';
import { commandRemedy, type Remedy, type Report } from '../../base/vscode/explanation';
import { inform, type ShowMessage } from '../../base/vscode/notify';
import { sentences } from '../../service/vscode/errors/failedCall';
import { openServiceRemedy, refreshSettingsRemedy } from '../../service/vscode/errors/remedies';
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
  sayAndOfferPage(sentence, conversation);
}

/** Says that a service can't be asked for conversations of the API that it had before, whose ids have another form. */
export function sayFormerApi(origin: string, [first, ...others]: readonly Conversation[], report: Report): void {
  if (!first) return;
  if (others.length === 0) {
    const sentence = vscode.l10n.t(
      "{0} no longer has the API with which this conversation was started, so it can't be asked for the status. Open the conversation in the browser to see it.",
      origin,
    );
    sayAndOfferPage(sentence, first);
    return;
  }
  const sentence = vscode.l10n.t(
    "{0} no longer has the API with which these conversations were started, so it can't be asked for their status. Open the service in the browser to see it.",
    origin,
  );
  sayAndOfferService(vscode.window.showWarningMessage, sentence, first, report);
}

/** Says that a service doesn't provide the status. An update may have changed its API, which reading the settings finds out. */
export function sayNotProvided(sentence: string, { id, baseUrl }: Pick<Conversation, 'id' | 'baseUrl'>): void {
  const updated = vscode.l10n.t('If the service was updated, select Refresh Settings.');
  inform(
    vscode.window.showWarningMessage,
    sentences(sentence, updated),
    openRemedy(id),
    refreshSettingsRemedy(baseUrl),
  );
}

/** Notifies the user about a conversation, with a button that opens it in the browser. Doesn't wait for an answer. */
export function sayAndOfferPage(sentence: string, { id }: Conversation): void {
  inform(vscode.window.showWarningMessage, sentence, openRemedy(id));
}

/** Like {@link sayAndOfferPage}, with a button that opens the service. */
export function sayAndOfferService(
  show: ShowMessage,
  sentence: string,
  { baseUrl }: Conversation,
  report: Report,
): void {
  const open = openServiceRemedy(baseUrl);
  inform(show, sentence, { ...open, run: () => open.run().then(undefined, report) });
}

function openRemedy(id: string): Remedy {
  return commandRemedy(vscode.l10n.t('Open in Browser'), 'agentConversations.openConversation', { id });
}
