import * as vscode from 'vscode';
import { statusBarItemId } from '../../names';
import type { StatusBarContent } from './statusBarContent';

/** Creates the status bar item, with its content until the history is loaded. */
export function createStatusBarItem(): vscode.StatusBarItem {
  const item = vscode.window.createStatusBarItem(statusBarItemId, vscode.StatusBarAlignment.Left, 0);
  item.name = vscode.l10n.t('Agent Conversation');
  item.command = 'agentConversations.showConversation';
  Object.assign(item, contentWithoutConversation());
  item.show();
  return item;
}

export function contentWithoutConversation(): StatusBarContent {
  const words = vscode.l10n.t('No conversations started from this workspace yet');
  return {
    text: `$(comment-discussion) ${vscode.l10n.t('Agent')}`,
    tooltip: words,
    accessibilityInformation: { label: `${vscode.l10n.t('Agent')}: ${words}` },
    backgroundColor: undefined,
  };
}
