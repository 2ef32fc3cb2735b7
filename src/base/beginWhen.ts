import type { Event } from './event';
import { DisposableStore, type Disposable } from './lifecycle';

export interface Beginning {
  readonly isDue: () => boolean;
  readonly after: readonly Event<unknown>[];
  /** Resolves to `undefined` if it can't begin yet: it is tried again after the next event. */
  readonly begin: () => Promise<Disposable | undefined>;
  readonly onError: (error: unknown) => void;
}

/** Begins something once it is due, now or later, and ends it when disposed of. Until then, nothing is loaded for it. */
export function beginWhen({ isDue, after, begin, onError }: Beginning): Disposable {
  const store = new DisposableStore();
  let hasBegun = false;
  const look = () => {
    if (hasBegun || !isDue()) return;
    hasBegun = true;
    begin().then((begun) => {
      if (begun) store.add(begun);
      else hasBegun = false;
    }, onError);
  };
  for (const event of after) store.add(event(look));
  look();
  return store;
}
