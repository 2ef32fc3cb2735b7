import type * as vscode from 'vscode';
import type { Conversation } from '../common/conversation';
import { latestConversation, type History } from '../common/history';
import type { Log } from '../../base/common/log';
import type { Workspace } from '../../repository/common/workspace';
import { DisposableStore, type Disposable } from '../../base/common/lifecycle';
import { contentWithoutConversation } from './statusBarItem';

/** Interval for updating the age in the tooltip, and a start that got no answer. */
const ageMilliseconds = 60_000;

/** Keeps this workspace's latest conversation, as last reported, in the status bar. Reads the history for it. */
export function keepStatusCurrent(
  item: vscode.StatusBarItem,
  history: History,
  workspace: Pick<Workspace, 'id'>,
  log: Log,
): Disposable {
  const store = new DisposableStore();
  let latest: Conversation | undefined;
  const showLatest = async (conversation: Conversation) => {
    // Loaded with the first conversation to show.
    const { statusBarContent } = await import('./conversationLabels');
    if (conversation === latest) Object.assign(item, statusBarContent(conversation, Date.now()));
  };
  const update = () => {
    latest = latestConversation(history.conversations, workspace.id);
    if (latest)
      showLatest(latest).catch((error: unknown) => log.error('The status bar failed.', { error: String(error) }));
    else Object.assign(item, contentWithoutConversation());
  };
  store.add(history.onDidChange(update));
  const timer = setInterval(update, ageMilliseconds);
  store.add({ dispose: () => clearInterval(timer) });
  update();
  // Not awaited.
  history
    .load()
    .catch((error: unknown) => log.error("Saved conversations couldn't be read.", { error: String(error) }));
  return store;
}
