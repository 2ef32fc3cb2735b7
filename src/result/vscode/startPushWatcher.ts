import * as vscode from 'vscode';
import { beginWhen } from '../../base/event';
import type { Disposable } from '../../base/lifecycle';
import type { PushWatcherPorts } from './pushWatcher';

/**
 * Starts to notice pushes once there is a conversation for which they can be noticed, and Git is available, which may only
 * be after the workspace is trusted, or Git is enabled.
 */
export function startPushWatcher({ history, snapshots, log }: PushWatcherPorts): Disposable {
  return beginWhen({
    isDue: () => history.conversations.some(({ remoteBranches }) => remoteBranches !== undefined),
    triggers: [history.onDidChange, vscode.workspace.onDidGrantWorkspaceTrust, vscode.extensions.onDidChange],
    begin: async () => {
      const [{ PushWatcher }, { openGit }] = await Promise.all([
        import('./pushWatcher'),
        import('../../repository/vscode/gitApi'),
      ]);
      const api = await openGit();
      return api && new PushWatcher(api, { history, snapshots, log });
    },
    onError: (error) => log.error("Pushes can't be noticed.", { error: String(error) }),
  });
}
