import type { Disposable } from './lifecycle';

export type Event<T> = (listener: (value: T) => unknown) => Disposable;

/** An event for code that runs without VS Code. */
export class Emitter<T> implements Disposable {
  readonly #listeners = new Set<(value: T) => unknown>();

  readonly event: Event<T> = (listener) => {
    // The same function may be registered twice.
    const call = (value: T) => listener(value);
    this.#listeners.add(call);
    return { dispose: () => this.#listeners.delete(call) };
  };

  /** Notifies every listener, even if one throws; nothing catches those errors. */
  fire(value: T): void {
    for (const listener of [...this.#listeners]) {
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
