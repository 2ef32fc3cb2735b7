import * as vscode from 'vscode';
import { DisposableStore, Slot, type Disposable } from '../../base/common/lifecycle';
import type { NoticePorts, PushNotice } from './pushNotice';

/**
 * Notices pushes from the first conversation on that they can be noticed for: without one, no repository is looked at.
 * Git may become available later: once the workspace is trusted, or Git is switched on.
 */
export function noticePushed({ history, snapshots, log }: NoticePorts): Disposable {
  const store = new DisposableStore();
  const notice = store.add(new Slot<PushNotice>());
  let state: 'waiting' | 'beginning' | 'begun' = 'waiting';
  const begin = async () => {
    const [{ PushNotice }, { openGit }] = await Promise.all([
      import('./pushNotice'),
      import('../../repository/vscode/openGit'),
    ]);
    const api = await openGit();
    if (typeof api === 'string') return false;
    notice.put(new PushNotice(api, { history, snapshots, log }));
    return true;
  };
  const update = () => {
    const isAwaited = history.conversations.some(({ remoteBranches }) => remoteBranches !== undefined);
    if (state !== 'waiting' || !isAwaited) return;
    state = 'beginning';
    begin().then(
      (isBegun) => (state = isBegun ? 'begun' : 'waiting'),
      (error: unknown) => log.error("Pushes can't be noticed.", { error: String(error) }),
    );
  };
  store.add(history.onDidChange(update));
  store.add(vscode.workspace.onDidGrantWorkspaceTrust(update));
  store.add(vscode.extensions.onDidChange(update));
  update();
  return store;
}
