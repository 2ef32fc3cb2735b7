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

/** A keyring in one of the states in which keyrings are known to be. */
export class BrokenSecrets extends MemorySecrets {
  /** Error that a locked one rejects with. */
  static readonly locked = new Error('The keyring is locked.');
  broken: 'locked' | 'forgetful' | undefined;

  override get(key: string): Promise<string | undefined> {
    return this.broken === 'locked' ? Promise.reject(BrokenSecrets.locked) : super.get(key);
  }

  override store(key: string, value: string): Promise<void> {
    if (this.broken === 'locked') return Promise.reject(BrokenSecrets.locked);
    return this.broken === 'forgetful' ? Promise.resolve() : super.store(key, value);
  }

  override delete(key: string): Promise<void> {
    return this.broken === 'locked' ? Promise.reject(BrokenSecrets.locked) : super.delete(key);
  }
}
