import * as vscode from 'vscode';
import { beginWhen } from '../../base/event';
import type { Disposable } from '../../base/lifecycle';
import type { NoticePorts } from './pushNotice';

/**
 * Starts to notice pushes once there is a conversation for which they can be noticed, and Git is available, which may only
 * be after the workspace is trusted, or Git is enabled.
 */
export function noticePushed({ history, snapshots, log }: NoticePorts): Disposable {
  return beginWhen({
    isDue: () => history.conversations.some(({ remoteBranches }) => remoteBranches !== undefined),
    triggers: [history.onDidChange, vscode.workspace.onDidGrantWorkspaceTrust, vscode.extensions.onDidChange],
    begin: async () => {
      const [{ PushNotice }, { openGit }] = await Promise.all([
        import('./pushNotice'),
        import('../../repository/vscode/gitApi'),
      ]);
      const api = await openGit();
      return api && new PushNotice(api, { history, snapshots, log });
    },
    onError: (error) => log.error("Pushes can't be noticed.", { error: String(error) }),
  });
}
