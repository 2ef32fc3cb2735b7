import * as vscode from 'vscode';
import { unseenNewsAt } from '../common/conversationToShow';
import type { History } from '../common/history';
import { DisposableStore, type Disposable } from '../../base/common/lifecycle';

const lookedAtKey = 'conversationsLookedAt';

/**
 * Counts, on the view of the conversations, those with news since it, or the conversation, was last
 * looked at on this machine.
 */
export function keepNewsCounted(
  view: vscode.TreeView<unknown>,
  history: Pick<History, 'conversations' | 'onDidChange'>,
  state: vscode.Memento,
): Disposable {
  const store = new DisposableStore();
  const update = () => {
    const lookedAt = state.get<number>(lookedAtKey, 0);
    const news = history.conversations.map(unseenNewsAt).filter((at) => at > lookedAt);
    const isNew = view.visible && news.length > 0;
    // The clock may have been set back since the news.
    if (isNew) void state.update(lookedAtKey, Math.max(Date.now(), ...news));
    view.badge = isNew || news.length === 0 ? undefined : { value: news.length, tooltip: newsWords(news.length) };
  };
  store.add(history.onDidChange(update));
  store.add(view.onDidChangeVisibility(update));
  update();
  return store;
}

function newsWords(conversations: number): string {
  return conversations === 1
    ? vscode.l10n.t('1 conversation has news')
    : vscode.l10n.t('{0} conversations have news', conversations);
}
