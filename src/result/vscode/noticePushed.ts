import { DisposableStore, once, type Disposable } from '../../base/common/lifecycle';
import type { NoticePorts } from './pushNotice';

/**
 * Notices pushes from the first conversation on that they can be noticed for: without one, no repository is looked at.
 */
export function noticePushed({ history, snapshots, log }: NoticePorts): Disposable {
  const store = new DisposableStore();
  const begin = once(async () => {
    const [{ PushNotice }, { openGit }] = await Promise.all([
      import('./pushNotice'),
      import('../../repository/vscode/openGit'),
    ]);
    const api = await openGit();
    if (typeof api !== 'string') store.add(new PushNotice(api, { history, snapshots, log }));
  });
  const update = () => {
    if (!history.conversations.some(({ remoteBranches }) => remoteBranches !== undefined)) return;
    begin().catch((error: unknown) => log.error("Pushes can't be noticed.", { error: String(error) }));
  };
  store.add(history.onDidChange(update));
  update();
  return store;
}
