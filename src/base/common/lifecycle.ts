export interface Disposable {
  dispose(): unknown;
}

/** Owns what it is given, and disposes it in reverse order. Whatever comes late is disposed at once. */
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

/** Room for one thing at a time: what comes next disposes of what was there. */
export class Slot<T extends Disposable> implements Disposable {
  #held: T | undefined;

  put(next: T | undefined): void {
    const before = this.#held;
    this.#held = next;
    if (before !== next) before?.dispose();
  }

  dispose(): void {
    this.put(undefined);
  }
}

/** Makes something when it is first asked for, once. */
export function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}
