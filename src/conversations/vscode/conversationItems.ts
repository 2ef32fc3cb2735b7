import * as vscode from 'vscode';
import { mayHavePushed, type Conversation } from '../conversation';
import type { ConversationNode, ServiceConversations } from '../conversationList';
import { attentionReason, canAskStatus, isRefreshable, isUnknown } from '../reportedStatus';
import { agentCommandsFor } from './agentCommands';
import { ellipsize } from '../../base/text';
import {
  conversationPlace,
  conversationState,
  conversationTitle,
  preparationNote,
  stateInRow,
  stateWithAge,
} from './conversationLabels';
import { plainMarkdown } from '../../base/vscode/text';
import { shownLanguage } from '../../base/vscode/units';

interface RowContext {
  readonly isFollowed: boolean;
  readonly workspace: string | undefined;
}

const anyWindow: RowContext = { isFollowed: false, workspace: undefined };

export function nodeItem(node: ConversationNode, now: number, context: RowContext = anyWindow): vscode.TreeItem {
  if ('isOlder' in node) return olderItem();
  return 'origin' in node ? serviceItem(node) : conversationItem(node, now, context);
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
  item.command = { command: 'agentConversations.showOlder', title };
  return item;
}

/** Characters of a title that leave room for the state and its age in a side bar of the default width. */
const longestLabel = 24;

function conversationItem(
  conversation: Conversation,
  now: number,
  { isFollowed, workspace }: RowContext,
): vscode.TreeItem {
  const title = conversationTitle(conversation);
  const place = conversationPlace(conversation);
  const state = stateWithAge(conversation, now);
  const isOurs = workspace !== undefined && conversation.workspace === workspace;
  const item = new vscode.TreeItem(ellipsize(title, longestLabel));
  item.id = conversation.id;
  item.description = [stateInRow(conversation, now), isOurs ? '' : place].filter(Boolean).join(' · ');
  item.iconPath = new vscode.ThemeIcon(conversationState(conversation).icon, stateColor(conversation));
  item.contextValue = [
    'conversation',
    ...(conversation.conversationId === undefined ? [] : ['identified']),
    ...(mayHavePushed(conversation) ? ['repository'] : []),
    ...(isRefreshable(conversation) ? ['refreshable'] : []),
    ...agentCommandsFor(conversation).map(({ context }) => context),
    ...(canAskStatus(conversation) ? [isFollowed ? 'followed' : 'unfollowed'] : []),
  ].join(' ');
  item.accessibilityInformation = { label: [title, state, place].filter(Boolean).join(', ') };
  item.command = {
    command: 'agentConversations.showConversation',
    title: vscode.l10n.t('Show Conversation Status'),
    arguments: [{ id: conversation.id }],
  };
  return item;
}

/**
 * The icon's color, which says whether something went wrong or the conversation needs the user: one that high contrast
 * has, too. Without one, VS Code paints the icons that it uses for debugging in colors of their own.
 */
function stateColor(conversation: Conversation): vscode.ThemeColor {
  const attention = attentionReason(conversation);
  if (attention === undefined) return new vscode.ThemeColor('icon.foreground');
  return new vscode.ThemeColor(
    attention === 'wrong' ? 'problemsErrorIcon.foreground' : 'problemsWarningIcon.foreground',
  );
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

/** The problem of a start with neither an answer nor an error: its window was closed. */
function interruption({ outcome }: Conversation): string | undefined {
  if (outcome !== 'mayHaveStarted') return undefined;
  return vscode.l10n.t(
    'The window was closed before the service responded. Check the service before starting the conversation again.',
  );
}
