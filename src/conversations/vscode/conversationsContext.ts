import type { Disposable } from '../../base/lifecycle';
import { setContext } from '../../base/vscode/contextKeys';
import { filteredContext, hasConversationsContext, statusAskedContext } from '../../names';
import type { ConversationFilter } from '../conversationList';
import type { History } from '../history';
import { hasBeenReported } from '../reportedStatus';

/**
 * Keeps three context keys current: one shows the commands on conversations in the palette, one fills the icon of the
 * list's filter, and one completes a step of the walkthrough that was done in another window.
 */
export function keepConversationsContext(
  history: Pick<History, 'conversations' | 'onDidChange'>,
  filter: Pick<ConversationFilter, 'chosen' | 'onDidChange'>,
): Disposable {
  const known = new Map<string, boolean>();
  const setIfChanged = (key: string, holds: boolean) => {
    if (known.get(key) === holds) return;
    known.set(key, holds);
    setContext(key, holds);
  };
  const update = () => {
    const { conversations } = history;
    setIfChanged(hasConversationsContext, conversations.length > 0);
    setIfChanged(statusAskedContext, conversations.some(hasBeenReported));
    setIfChanged(filteredContext, filter.chosen.length > 0);
  };
  update();
  const subscriptions = [history.onDidChange(update), filter.onDidChange(update)];
  return { dispose: () => subscriptions.forEach((one) => one.dispose()) };
}
