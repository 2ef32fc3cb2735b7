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
