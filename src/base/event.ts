import type { Disposable } from './lifecycle';

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
   * Calls every listener, even if one throws. Its error becomes an uncaught exception. Like VS Code's, skips a listener that
   * another one has removed, and one that another one has added.
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
