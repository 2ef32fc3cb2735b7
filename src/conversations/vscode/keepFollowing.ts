import * as vscode from 'vscode';
import type { FollowedServices } from '../common/followedServices';
import type { Log } from '../../base/common/log';
import { DisposableStore, type Disposable } from '../../base/common/lifecycle';

/**
 * Begins to follow once a service is followed: now, when the user agrees to it in this window, or when this window gets
 * the focus after the user has agreed in another one. Until then, nothing is loaded for it.
 */
export function keepFollowing(
  followed: Pick<FollowedServices, 'isEmpty' | 'onDidChange'>,
  begin: () => Promise<Disposable>,
  log: Log,
): Disposable {
  const store = new DisposableStore();
  let hasBegun = false;
  const look = () => {
    if (hasBegun || followed.isEmpty) return;
    hasBegun = true;
    const onError = (error: unknown) => log.error("The status can't be followed.", { error: String(error) });
    begin().then((following) => store.add(following), onError);
  };
  store.add(followed.onDidChange(look));
  store.add(vscode.window.onDidChangeWindowState(({ focused }) => (focused ? look() : undefined)));
  look();
  return store;
}
