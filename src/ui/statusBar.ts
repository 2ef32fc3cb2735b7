import * as vscode from 'vscode';
import { latestConversation, type Conversation } from '../domain/conversation';
import type { History, Workspace } from '../domain/ports';
import { DisposableStore, type Disposable } from '../disposables';
import { commands, statusBarItemId } from '../names';
import { plainLabel } from './plainLabel';
import { plainMarkdown } from './plainMarkdown';
import { conversationPlace, conversationState, conversationTitle, stateWithAge } from './conversationWords';

/** How often the age in the tooltip, and a start that nobody answered, are brought up to date. */
const ageMilliseconds = 60_000;

/** The status-bar item: this workspace's latest conversation, as last reported. */
export function registerStatusBar(history: History, workspace: Pick<Workspace, 'id'>): Disposable {
  const store = new DisposableStore();
  const item = store.add(vscode.window.createStatusBarItem(statusBarItemId, vscode.StatusBarAlignment.Left, 0));
  item.name = vscode.l10n.t('Agent Conversation');
  item.command = commands.showConversation;

  const update = () => show(item, latestConversation(history.conversations, workspace.id));
  store.add(history.onDidChange(update));
  const timer = setInterval(update, ageMilliseconds);
  store.add({ dispose: () => clearInterval(timer) });
  update();
  item.show();
  return store;
}

function show(item: vscode.StatusBarItem, conversation: Conversation | undefined): void {
  if (!conversation) {
    const words = vscode.l10n.t('No conversation was started from this workspace yet');
    item.text = `$(comment-discussion) ${vscode.l10n.t('Agent')}`;
    item.tooltip = words;
    item.accessibilityInformation = { label: `${vscode.l10n.t('Agent')}: ${words}` };
    return;
  }
  const now = Date.now();
  const { icon, words } = conversationState(conversation, now);
  const state = stateWithAge(conversation, now);
  const title = conversationTitle(conversation);
  item.text = `$(${icon}) ${vscode.l10n.t('Agent: {0}', plainLabel(words))}`;
  item.tooltip = plainMarkdown([title, state, conversationPlace(conversation), conversation.problem]);
  item.accessibilityInformation = { label: `${vscode.l10n.t('Agent: {0}', state)}, ${title}` };
}
