import * as vscode from 'vscode';
import type { Disposable } from '../../base/lifecycle';
import { hasConversationsContext, statusAskedContext } from '../../names';
import type { History } from '../history';
import { hasBeenReported } from '../reportedStatus';

/**
 * Keeps two context keys current: one shows the commands on conversations in the palette, the other one completes a step of
 * the walkthrough that was done in another window.
 */
export function keepConversationsContext(history: Pick<History, 'conversations' | 'onDidChange'>): Disposable {
  const known = new Map<string, boolean>();
  const setContext = (key: string, holds: boolean) => {
    if (known.get(key) === holds) return;
    known.set(key, holds);
    void vscode.commands.executeCommand('setContext', key, holds);
  };
  const update = () => {
    const { conversations } = history;
    setContext(hasConversationsContext, conversations.length > 0);
    setContext(statusAskedContext, conversations.some(hasBeenReported));
  };
  update();
  return history.onDidChange(update);
}
