import * as vscode from 'vscode';
import { mayHavePushed, type Conversation } from '../conversation';
import type { ConversationNode, ServiceConversations } from '../conversationGroups';
import { hasAnswers, isDecidable, isAskable, isRefreshable, isUnknown } from '../reportedStatus';
import { commands } from '../../names';
import {
  conversationPlace,
  conversationState,
  conversationTitle,
  preparationNote,
  stateInRow,
  stateWithAge,
} from './conversationLabels';
import { plainMarkdown } from '../../base/vscode/plainMarkdown';
import { shownLanguage } from '../../base/vscode/units';

/** @param isFollowed whether the service of a conversation is asked for its status */
export function nodeItem(node: ConversationNode, now: number, isFollowed = false): vscode.TreeItem {
  if ('isOlder' in node) return olderItem();
  return 'origin' in node ? serviceItem(node) : conversationItem(node, now, isFollowed);
}

function serviceItem({ origin }: ServiceConversations): vscode.TreeItem {
  const item = new vscode.TreeItem(origin, vscode.TreeItemCollapsibleState.Expanded);
  item.id = origin;
  item.iconPath = new vscode.ThemeIcon('server');
  item.contextValue = 'service';
  return item;
}

function olderItem(): vscode.TreeItem {
  const title = vscode.l10n.t('Show Older');
  const item = new vscode.TreeItem(title);
  item.id = 'older';
  item.iconPath = new vscode.ThemeIcon('history');
  item.contextValue = 'older';
  item.command = { command: commands.showOlder, title };
  return item;
}

function conversationItem(conversation: Conversation, now: number, isFollowed: boolean): vscode.TreeItem {
  const title = conversationTitle(conversation);
  const place = conversationPlace(conversation);
  const state = stateWithAge(conversation, now);
  const item = new vscode.TreeItem(title);
  item.id = conversation.id;
  item.description = [stateInRow(conversation, now), place].filter(Boolean).join(' · ');
  item.iconPath = new vscode.ThemeIcon(conversationState(conversation).icon);
  item.contextValue = [
    'conversation',
    ...(conversation.conversationId === undefined ? [] : ['identified']),
    ...(mayHavePushed(conversation) ? ['repository'] : []),
    ...(isRefreshable(conversation) ? ['askable'] : []),
    ...(hasAnswers(conversation) ? ['answering'] : []),
    ...(isDecidable(conversation) ? ['deciding'] : []),
    ...(isAskable(conversation) ? [isFollowed ? 'followed' : 'unfollowed'] : []),
  ].join(' ');
  item.accessibilityInformation = { label: [title, state, place].filter(Boolean).join(', ') };
  item.command = {
    command: commands.showConversation,
    title: vscode.l10n.t('Show Conversation Status'),
    arguments: [{ id: conversation.id }],
  };
  return item;
}

export function conversationTooltip(conversation: Conversation, now: number): vscode.MarkdownString {
  const { request, baseUrl, conversationId, problem, sentAt } = conversation;
  const line = (label: string, value: string | undefined) => (value ? `${label}: ${value}` : undefined);
  return plainMarkdown([
    conversationTitle(conversation),
    line(vscode.l10n.t('Status'), stateWithAge(conversation, now)),
    line(vscode.l10n.t('Runtime status'), isUnknown(conversation) ? undefined : conversation.runtimeStatus),
    preparationNote(conversation),
    line(vscode.l10n.t('Problem'), problem ?? interruption(conversation)),
    line(vscode.l10n.t('Repository'), request.repository),
    line(vscode.l10n.t('Branch'), request.selected_branch),
    line(vscode.l10n.t('Sent'), new Date(sentAt).toLocaleString(shownLanguage())),
    line(vscode.l10n.t('Service'), baseUrl),
    line(vscode.l10n.t('Conversation ID'), conversationId),
  ]);
}

/** A start without an answer and without an error was cut off when its window closed. */
function interruption({ outcome }: Conversation): string | undefined {
  if (outcome !== 'mayHaveStarted') return undefined;
  return vscode.l10n.t(
    'The window was closed before the service responded. Check the service before starting the conversation again.',
  );
}
