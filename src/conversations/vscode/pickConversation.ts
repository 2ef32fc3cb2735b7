import * as vscode from 'vscode';
import { showQuickPick } from '../../base/vscode/quickInputs';
import type { Conversation } from '../conversation';
import type { History } from '../history';
import type { Workspace } from '../../repository/workspace';
import { conversationPlace, conversationState, conversationTitle, stateWithAge } from './conversationLabels';
import { plainLabel, plainNotification } from '../../base/text';
import { isRecord } from '../../base/json';

export interface ConversationChoice {
  readonly history: Pick<History, 'get' | 'load'>;
  readonly workspace: Pick<Workspace, 'id'>;
}

/**
 * The conversation of a command: the one it was called on; from the Command Palette, the only one of this workspace
 * that it's for, otherwise one that the user selects. What the command shows has to name it.
 * @param title of the question
 * @returns `undefined` if the question was closed, or there is none
 */
export async function conversationFor(
  { history, workspace }: ConversationChoice,
  given: unknown,
  title: string,
  isFor: (conversation: Conversation) => boolean,
): Promise<Conversation | undefined> {
  const called = givenConversation(given, history);
  if (called) return called;
  const possible = (await history.load()).filter(isFor);
  const [only, ...others] = possible.filter((conversation) => conversation.workspace === workspace.id);
  // One that is gone meanwhile isn't replaced by another one.
  return given === undefined && only && others.length === 0 ? only : pickConversation(possible, title);
}

async function pickConversation(
  conversations: readonly Conversation[],
  title: string,
): Promise<Conversation | undefined> {
  const now = Date.now();
  if (conversations.length === 0) {
    void vscode.window.showInformationMessage(vscode.l10n.t('No conversation is available for this command yet.'));
    return undefined;
  }
  const items = conversations.map((conversation) => conversationRow(conversation, now));
  const placeHolder = vscode.l10n.t('Select a conversation');
  return (await showQuickPick(items, { title: plainNotification(title), placeHolder, matchOnDescription: true }))
    ?.conversation;
}

export interface ConversationRow extends vscode.QuickPickItem {
  readonly conversation: Conversation;
}

export function conversationRow(conversation: Conversation, now: number): ConversationRow {
  return {
    iconPath: new vscode.ThemeIcon(conversationState(conversation).icon),
    label: plainLabel(conversationTitle(conversation)),
    description: plainLabel(conversationPlace(conversation)),
    detail: plainLabel(stateWithAge(conversation, now)),
    conversation,
  };
}

/** Commands can be called with any argument; only a conversation in the history is accepted. */
export function givenConversation(given: unknown, history: Pick<History, 'get'>): Conversation | undefined {
  return isRecord(given) && typeof given['id'] === 'string' ? history.get(given['id']) : undefined;
}
