import * as vscode from 'vscode';

const key = 'uncheckedCertificates';

/** The origins of services whose certificates aren't verified, as the user agreed, stored for all windows. */
export class MementoUnchecked implements vscode.Disposable {
  readonly #state: vscode.Memento;
  readonly #added = new vscode.EventEmitter<string>();
  readonly onDidAdd = this.#added.event;

  constructor(state: vscode.Memento) {
    this.#state = state;
  }

  has(origin: string): boolean {
    return this.#origins.includes(origin);
  }

  async add(origin: string): Promise<void> {
    if (this.has(origin)) return;
    await this.#state.update(key, [...this.#origins, origin]);
    this.#added.fire(origin);
  }

  dispose(): void {
    this.#added.dispose();
  }

  get #origins(): readonly unknown[] {
    const stored = this.#state.get<unknown>(key);
    return Array.isArray(stored) ? (stored as readonly unknown[]) : [];
  }
}
