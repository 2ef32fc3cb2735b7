import * as vscode from 'vscode';

/** Secret storage in memory: VS Code gives the real one only to the extension. */
export class MemorySecrets implements vscode.SecretStorage, vscode.Disposable {
  readonly #secrets = new Map<string, string>();
  readonly #changed = new vscode.EventEmitter<vscode.SecretStorageChangeEvent>();
  readonly onDidChange = this.#changed.event;

  keys(): Promise<string[]> {
    return Promise.resolve([...this.#secrets.keys()]);
  }

  get(key: string): Promise<string | undefined> {
    return Promise.resolve(this.#secrets.get(key));
  }

  store(key: string, value: string): Promise<void> {
    this.#secrets.set(key, value);
    this.#changed.fire({ key });
    return Promise.resolve();
  }

  delete(key: string): Promise<void> {
    this.#secrets.delete(key);
    this.#changed.fire({ key });
    return Promise.resolve();
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
