import { type Disposable, DisposableStore } from './lifecycle';

export type Event<T> = (listener: (value: T) => unknown) => Disposable;

/** Like VS Code's `EventEmitter`, for code that doesn't depend on VS Code. */
export class Emitter<T> implements Disposable {
  readonly #listeners = new Set<(value: T) => unknown>();

  readonly event: Event<T> = (listener) => {
    // A new function, because the same listener may be registered twice.
    const call = (value: T) => listener(value);
    this.#listeners.add(call);
    return { dispose: () => this.#listeners.delete(call) };
  };

  /**
   * Calls every listener, even if one throws. Its error becomes an uncaught exception. Like VS Code's, it doesn't call a
   * listener that another one removes or adds meanwhile.
   */
  fire(value: T): void {
    for (const listener of [...this.#listeners]) {
      if (!this.#listeners.has(listener)) continue;
      try {
        listener(value);
      } catch (error) {
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }

  dispose(): void {
    this.#listeners.clear();
  }
}

export interface Beginning {
  readonly isDue: () => boolean;
  readonly triggers: readonly Event<unknown>[];
  /**
   * Resolves to `undefined` if it can't begin yet. Then it's called again after the next event, or at once if there was one in
   * the meantime.
   */
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
