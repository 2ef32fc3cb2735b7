import type { Event } from './event';
import { DisposableStore, type Disposable } from './lifecycle';

export interface Beginning {
  readonly isDue: () => boolean;
  readonly triggers: readonly Event<unknown>[];
  /** Resolves to `undefined` if it can't begin yet. Then it's called again after the next event. */
  readonly begin: () => Promise<Disposable | undefined>;
  readonly onError: (error: unknown) => void;
}

/** Begins something once it's due, now or after one of the events, so that its code isn't loaded before. */
export function beginWhen({ isDue, triggers, begin, onError }: Beginning): Disposable {
  const store = new DisposableStore();
  let hasBegun = false;
  const tryToBegin = () => {
    if (hasBegun || !isDue()) return;
    hasBegun = true;
    begin().then((begun) => {
      if (begun) store.add(begun);
      else hasBegun = false;
    }, onError);
  };
  for (const event of triggers) store.add(event(tryToBegin));
  tryToBegin();
  return store;
}
