import * as vscode from 'vscode';
import type { Disposable } from '../../base/lifecycle';
import { hasConversationsContext, statusAskedContext } from '../../names';
import type { History } from '../history';
import { hasBeenReported } from '../reportedStatus';

/**
 * Keeps the context keys current by which the palette has the commands on conversations, and the walkthrough ticks what
 * was done in earlier windows.
 */
export function keepConversationsContext(history: Pick<History, 'conversations' | 'onDidChange'>): Disposable {
  const known = new Map<string, boolean>();
  const tell = (key: string, holds: boolean) => {
    if (known.get(key) === holds) return;
    known.set(key, holds);
    void vscode.commands.executeCommand('setContext', key, holds);
  };
  const update = () => {
    const { conversations } = history;
    tell(hasConversationsContext, conversations.length > 0);
    tell(statusAskedContext, conversations.some(hasBeenReported));
  };
  update();
  return history.onDidChange(update);
}
