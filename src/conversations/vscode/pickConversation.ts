import * as vscode from 'vscode';
import { showQuickPick } from '../../base/vscode/quickInputs';
import type { Conversation } from '../conversation';
import type { History } from '../history';
import type { Workspace } from '../../repository/workspace';
import { conversationPlace, conversationState, conversationTitle, stateWithAge } from './conversationLabels';
import { plainLabel, plainNotification } from '../../base/text';
import { isRecord } from '../../base/json';
import { textSchemes } from '../../names';
import { inform } from '../../base/vscode/notify';

export interface ConversationChoice {
  readonly history: Pick<History, 'get' | 'load'>;
  readonly workspace: Pick<Workspace, 'id'>;
}

/**
 * The conversation that a command is for: the one that it was called on, or whose answer is in its editor. From the
 * Command Palette, it is the only suitable one of this workspace; if there are several, the user selects one. The user may
 * not have selected it, so the command must name it.
 * @param title title of the question
 * @returns `undefined` if the question was closed, or there is no suitable conversation
 */
export async function conversationFor(
  { history, workspace }: ConversationChoice,
  given: unknown,
  title: string,
  isSuitable: (conversation: Conversation) => boolean,
): Promise<Conversation | undefined> {
  const known = givenConversation(given, history);
  if (known) return known;
  const loaded = await history.load();
  // A button that a chat has kept may call it before the history is read.
  const target = givenConversation(given, history);
  if (target) return target;
  const possible = loaded.filter(isSuitable);
  const [only, ...others] = possible.filter((conversation) => conversation.workspace === workspace.id);
  // If the command was called on a conversation that is gone, it doesn't act on another one without asking.
  return given === undefined && only && others.length === 0 ? only : pickConversation(possible, title);
}

async function pickConversation(
  conversations: readonly Conversation[],
  title: string,
): Promise<Conversation | undefined> {
  const now = Date.now();
  if (conversations.length === 0) {
    inform(vscode.window.showInformationMessage, vscode.l10n.t('No conversation is available for this command yet.'));
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

/** The conversation in a command's argument. Other extensions may pass anything, so it must be in the history. */
export function givenConversation(given: unknown, history: Pick<History, 'get'>): Conversation | undefined {
  if (given instanceof vscode.Uri) {
    const id = given.scheme === textSchemes.answer ? new URLSearchParams(given.query).get('id') : null;
    return id === null ? undefined : history.get(id);
  }
  return isRecord(given) && typeof given['id'] === 'string' ? history.get(given['id']) : undefined;
}
