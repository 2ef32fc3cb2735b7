import { isPreparing } from '../../conversations/common/conversation';
import type { History } from '../../conversations/common/history';
import type { Log } from '../../base/common/log';
import { DisposableStore, type Disposable } from '../../base/common/lifecycle';

/** Begins to take up the starts of windows that are gone once the history has one that is being prepared. */
export function keepTakingUp(
  history: Pick<History, 'conversations' | 'onDidChange'>,
  begin: () => Promise<Disposable>,
  log: Log,
): Disposable {
  const store = new DisposableStore();
  let hasBegun = false;
  const look = () => {
    if (hasBegun || !history.conversations.some(isPreparing)) return;
    hasBegun = true;
    const onError = (error: unknown) => log.error("Starts can't be waited for.", { error: String(error) });
    begin().then((taking) => store.add(taking), onError);
  };
  store.add(history.onDidChange(look));
  look();
  return store;
}
