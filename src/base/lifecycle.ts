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
 * Like VS Code's: holds one disposable at a time. Setting the next one disposes of the previous one. Once this is
 * disposed of, it disposes at once of each new value.
 */
export class MutableDisposable<T extends Disposable> implements Disposable {
  #value: T | undefined;
  #disposed = false;

  get value(): T | undefined {
    return this.#value;
  }

  set value(next: T | undefined) {
    const before = this.#value;
    this.#value = this.#disposed ? undefined : next;
    if (before !== next) before?.dispose();
    if (this.#disposed) next?.dispose();
  }

  clear(): void {
    this.value = undefined;
  }

  dispose(): void {
    this.#disposed = true;
    this.clear();
  }
}

/** A function that calls `make` when it's called first, and returns the same promise from then on, even if it's rejected. */
export function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}

/** Returns a function that runs tasks one after the other, even if one fails. */
export function oneAtATime(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  };
}
