import * as vscode from 'vscode';
import type { Disposable } from '../../base/lifecycle';
import { hasConversationsContext } from '../../names';
import type { History } from '../history';

/** Keeps the context key current by which the palette has the commands on conversations. */
export function keepConversationsContext(history: Pick<History, 'conversations' | 'onDidChange'>): Disposable {
  let known: boolean | undefined;
  const tell = () => {
    const hasConversations = history.conversations.length > 0;
    if (hasConversations === known) return;
    known = hasConversations;
    void vscode.commands.executeCommand('setContext', hasConversationsContext, hasConversations);
  };
  tell();
  return history.onDidChange(tell);
}
