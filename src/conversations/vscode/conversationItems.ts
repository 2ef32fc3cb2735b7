import * as vscode from 'vscode';
import { mayHavePushed, outcomeAt, type Conversation } from '../common/conversation';
import type {
  ConversationRow,
  OlderConversations,
  ConversationNode,
  ServiceConversations,
} from '../common/conversationGroups';
import { isAskable, isRefreshable, isUnknown } from '../common/reportedStatus';
import { commands } from '../../names';
import {
  conversationPlace,
  conversationState,
  conversationTitle,
  longStart,
  stateInRow,
  stateWithAge,
} from './conversationLabels';
import { preparationNote } from './stageWords';
import { plainMarkdown } from '../../base/vscode/plainMarkdown';
import { shownLanguage } from '../../base/vscode/units';

export function childrenOf(node: ConversationNode): ConversationNode[] {
  if ('children' in node) return [...node.children];
  return 'rows' in node ? [...node.rows] : [];
}

/** @param isFollowed if the node is a conversation: whether its service is asked */
export function nodeItem(node: ConversationNode, now: number, isFollowed = false): vscode.TreeItem {
  if ('conversation' in node) return conversationItem(node.conversation, now, isFollowed);
  return 'children' in node ? serviceItem(node) : olderItem(node);
}

function serviceItem({ origin }: ServiceConversations): vscode.TreeItem {
  const item = new vscode.TreeItem(origin, vscode.TreeItemCollapsibleState.Expanded);
  item.id = origin;
  item.iconPath = new vscode.ThemeIcon('server');
  item.contextValue = 'service';
  return item;
}

function olderItem({ key, rows }: OlderConversations): vscode.TreeItem {
  const day = (row: ConversationRow | undefined) =>
    new Date(row?.conversation.sentAt ?? 0).toLocaleDateString(shownLanguage(), { dateStyle: 'medium' });
  const [from, to] = [day(rows.at(-1)), day(rows[0])];
  const days =
    from === to
      ? from
      : vscode.l10n.t({ message: '{0} to {1}', args: [from, to], comment: 'The dates of the first and the last day' });
  const item = new vscode.TreeItem(days, vscode.TreeItemCollapsibleState.Collapsed);
  item.id = `older ${key}`;
  item.description =
    rows.length === 1 ? vscode.l10n.t('1 conversation') : vscode.l10n.t('{0} conversations', rows.length);
  item.iconPath = new vscode.ThemeIcon('history');
  item.contextValue = 'older';
  return item;
}

function conversationItem(conversation: Conversation, now: number, isFollowed: boolean): vscode.TreeItem {
  const title = conversationTitle(conversation);
  const place = conversationPlace(conversation);
  const state = stateWithAge(conversation, now);
  const item = new vscode.TreeItem(title);
  item.id = conversation.id;
  item.description = [stateInRow(conversation, now), place].filter(Boolean).join(' · ');
  item.iconPath = new vscode.ThemeIcon(conversationState(conversation, now).icon);
  item.contextValue = [
    'conversation',
    ...(conversation.conversationId === undefined ? [] : ['identified']),
    ...(mayHavePushed(conversation) ? ['repository'] : []),
    ...(isRefreshable(conversation) ? ['askable'] : []),
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
    line(vscode.l10n.t('State'), stateWithAge(conversation, now)),
    line(vscode.l10n.t('Runtime status'), isUnknown(conversation) ? undefined : conversation.runtimeStatus),
    longStart(conversation),
    preparationNote(conversation),
    line(vscode.l10n.t('Problem'), problem ?? interruption(conversation, now)),
    line(vscode.l10n.t('Repository'), request.repository),
    line(vscode.l10n.t('Branch'), request.selected_branch),
    line(vscode.l10n.t('Sent'), new Date(sentAt).toLocaleString(shownLanguage())),
    line(vscode.l10n.t('Service'), baseUrl),
    line(vscode.l10n.t('Conversation ID'), conversationId),
  ]);
}

/** A start without an answer and without an error was cut off when its window closed. */
function interruption(conversation: Conversation, now: number): string | undefined {
  if (outcomeAt(conversation, now) !== 'mayHaveStarted') return undefined;
  return vscode.l10n.t(
    'The window was closed before the service responded. Check the service before starting the conversation again.',
  );
}
