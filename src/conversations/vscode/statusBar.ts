import type * as vscode from 'vscode';
import type { Conversation } from '../conversation';
import { conversationToShow } from '../conversationToShow';
import { everyMinute } from '../../base/clock';
import type { Log } from '../../base/log';
import type { Workspace } from '../../repository/workspace';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import { contentWithoutConversation } from './statusBarItem';
import type { History } from '../history';

/**
 * Shows a conversation of this workspace in the status bar and keeps it current, see {@link conversationToShow}. Loads the
 * history.
 */
export function keepStatusCurrent(
  item: vscode.StatusBarItem,
  history: History,
  workspace: Pick<Workspace, 'id'>,
  log: Log,
): Disposable {
  const store = new DisposableStore();
  let shown: Conversation | undefined;
  const show = async (wanted: Conversation) => {
    // Loaded with the first conversation to show.
    const { statusBarContent } = await import('./statusBarContent');
    if (wanted === shown) Object.assign(item, statusBarContent(wanted, Date.now()));
  };
  const update = () => {
    shown = conversationToShow(history.conversations, workspace.id, Date.now());
    if (shown) show(shown).catch((error: unknown) => log.error('The status bar failed.', { error: String(error) }));
    else Object.assign(item, contentWithoutConversation());
  };
  store.add(history.onDidChange(update));
  // The tooltip shows the age.
  store.add(everyMinute(update));
  update();
  history
    .load()
    .catch((error: unknown) => log.error("Saved conversations couldn't be read.", { error: String(error) }));
  return store;
}
