import * as vscode from 'vscode';
import { outcomeAt, type Conversation } from '../domain/conversation';
import { commands } from '../names';
import { conversationPlace, conversationState, conversationTitle, stateWithAge } from './conversationWords';
import { plainMarkdown } from './plainMarkdown';

/** A service that conversations were started on; shown when there is more than one. */
export interface ServiceNode {
  /** Scheme, host and port. */
  readonly origin: string;
}
export function serviceItem({ origin }: ServiceNode): vscode.TreeItem {
  const item = new vscode.TreeItem(origin, vscode.TreeItemCollapsibleState.Expanded);
  item.id = origin;
  item.iconPath = new vscode.ThemeIcon('server');
  item.contextValue = 'service';
  return item;
}

export function conversationItem(conversation: Conversation, now: number): vscode.TreeItem {
  const title = conversationTitle(conversation);
  const place = conversationPlace(conversation);
  const state = stateWithAge(conversation, now);
  const item = new vscode.TreeItem(title);
  item.id = conversation.id;
  item.description = [state, place].filter(Boolean).join(' · ');
  item.iconPath = new vscode.ThemeIcon(conversationState(conversation, now).icon);
  item.contextValue = conversation.conversationId === undefined ? 'conversation' : 'conversation identified';
  item.tooltip = tooltip(conversation, state);
  item.accessibilityInformation = { label: [title, state, place].filter(Boolean).join(', ') };
  item.command = {
    command: commands.showConversation,
    title: vscode.l10n.t('Show Conversation Status'),
    arguments: [conversation],
  };
  return item;
}

function tooltip(conversation: Conversation, state: string): vscode.MarkdownString {
  const { request, baseUrl, conversationId, problem, sentAt } = conversation;
  const line = (label: string, value: string | undefined) => (value ? `${label}: ${value}` : undefined);
  return plainMarkdown([
    conversationTitle(conversation),
    line(vscode.l10n.t('State'), state),
    line(vscode.l10n.t('Problem'), problem ?? interruption(conversation, Date.now())),
    line(vscode.l10n.t('Repository'), request.repository),
    line(vscode.l10n.t('Branch'), request.selected_branch),
    line(vscode.l10n.t('Sent'), new Date(sentAt).toLocaleString(vscode.env.language)),
    line(vscode.l10n.t('Service'), baseUrl),
    line(vscode.l10n.t('Conversation id'), conversationId),
  ]);
}

/** A start without an answer and without an error was cut off with its window. */
function interruption(conversation: Conversation, now: number): string | undefined {
  if (outcomeAt(conversation, now) !== 'mayHaveStarted') return undefined;
  return vscode.l10n.t(
    'The window was closed before the service answered. Look at the service before starting it again.',
  );
}
