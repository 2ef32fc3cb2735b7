import type { Event } from './event';
import { DisposableStore, type Disposable } from './lifecycle';

export interface Beginning {
  readonly isDue: () => boolean;
  readonly triggers: readonly Event<unknown>[];
  /** Resolves to `undefined` if it can't begin yet. Then it's called again after the next event, or one in the meantime. */
  readonly begin: () => Promise<Disposable | undefined>;
  readonly onError: (error: unknown) => void;
}

/** Begins something once it's due, now or after one of the events, so that its code isn't loaded before. */
export function beginWhen({ isDue, triggers, begin, onError }: Beginning): Disposable {
  const store = new DisposableStore();
  let hasBegun = false;
  let hasNewEvent = false;
  const tryToBegin = () => {
    if (hasBegun || !isDue()) return;
    hasBegun = true;
    hasNewEvent = false;
    begin().then((begun) => {
      if (begun) {
        store.add(begun);
        return;
      }
      hasBegun = false;
      // The event may have brought just what was missing, and no other might follow.
      if (hasNewEvent) tryToBegin();
    }, onError);
  };
  const onEvent = () => {
    hasNewEvent = true;
    tryToBegin();
  };
  for (const event of triggers) store.add(event(onEvent));
  tryToBegin();
  return store;
}
