import type * as vscode from 'vscode';

/** State of a workspace or of VS Code, in memory. Values are stored as JSON, as in VS Code. */
export class MemoryState implements vscode.Memento {
  readonly #values = new Map<string, string>();

  keys(): readonly string[] {
    return [...this.#values.keys()];
  }

  // The signature is VS Code's.
  // eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters
  get<T>(key: string): T | undefined;
  get<T>(key: string, byDefault: T): T;
  get<T>(key: string, byDefault?: T): T | undefined {
    const value = this.#values.get(key);
    return value === undefined ? byDefault : (JSON.parse(value) as T);
  }

  update(key: string, value: unknown): Promise<void> {
    if (value === undefined) this.#values.delete(key);
    else this.#values.set(key, JSON.stringify(value));
    return Promise.resolve();
  }

  /** Everything that is stored, as one text. */
  get text(): string {
    return [...this.#values].flat().join('\n');
  }
}
