import type { Disposable } from './lifecycle';

/** Somebody who is told when something changed, and can stop listening. */
export interface Subscription {
  dispose(): void;
}

export type Event<T> = (listener: (value: T) => unknown) => Subscription;

/** An event of one's own, for what runs without VS Code. */
export class Emitter<T> implements Disposable {
  readonly #listeners = new Set<(value: T) => unknown>();

  readonly event: Event<T> = (listener) => {
    // The same function may listen twice.
    const told = (value: T) => listener(value);
    this.#listeners.add(told);
    return { dispose: () => this.#listeners.delete(told) };
  };

  /** Tells everybody, whatever becomes of one of them: what a listener throws is nobody's to catch. */
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
