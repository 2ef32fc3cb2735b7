export interface Disposable {
  dispose(): unknown;
}

/** Owns disposables. Disposes of them in reverse order, and at once of those added after it was disposed of. */
export class DisposableStore implements Disposable {
  readonly #owned = new Set<Disposable>();
  #disposed = false;

  add<T extends Disposable>(disposable: T): T {
    if (this.#disposed) disposable.dispose();
    else this.#owned.add(disposable);
    return disposable;
  }

  dispose(): void {
    this.#disposed = true;
    const owned = [...this.#owned].reverse();
    this.#owned.clear();
    for (const disposable of owned) disposable.dispose();
  }
}

/**
 * Holds one disposable at a time. Setting the next one disposes of the previous one. Once the slot is disposed of, it
 * disposes at once of what is put into it.
 */
export class Slot<T extends Disposable> implements Disposable {
  #current: T | undefined;
  #disposed = false;

  get current(): T | undefined {
    return this.#current;
  }

  put(next: T | undefined): void {
    const before = this.#current;
    this.#current = this.#disposed ? undefined : next;
    if (before !== next) before?.dispose();
    if (this.#disposed) next?.dispose();
  }

  dispose(): void {
    this.#disposed = true;
    this.put(undefined);
  }
}

export function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}
