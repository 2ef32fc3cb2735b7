import * as vscode from 'vscode';
import type { Conversation } from '../common/conversation';
import type { History } from '../common/history';
import { conversationPlace, conversationState, conversationTitle, stateWithAge } from './conversationLabels';
import { plainLabel, plainNotification } from '../../base/common/text';
import { isRecord } from '../../base/common/json';

/** Prompts for a conversation, for a command called from the Command Palette. */
export async function pickConversation(
  history: History,
  title: string,
  filter: (conversation: Conversation) => boolean,
): Promise<Conversation | undefined> {
  const now = Date.now();
  const conversations = (await history.load()).filter(filter);
  if (conversations.length === 0) {
    void vscode.window.showInformationMessage(vscode.l10n.t('No conversation is available for this command yet.'));
    return undefined;
  }
  const items = conversations.map((conversation) => ({
    label: `$(${conversationState(conversation, now).icon}) ${plainLabel(conversationTitle(conversation))}`,
    description: plainLabel(conversationPlace(conversation)),
    detail: plainLabel(stateWithAge(conversation, now)),
    conversation,
  }));
  const placeHolder = vscode.l10n.t('Select a conversation');
  return (
    await vscode.window.showQuickPick(items, { title: plainNotification(title), placeHolder, matchOnDescription: true })
  )?.conversation;
}

/** Commands can be called with any argument; only a conversation in the history is accepted. */
export function givenConversation(given: unknown, history: Pick<History, 'get'>): Conversation | undefined {
  return isRecord(given) && typeof given['id'] === 'string' ? history.get(given['id']) : undefined;
}
