import * as vscode from 'vscode';
import type { KeyStore } from '../domain/ports';
import type { Redactor } from '../domain/redactor';
import { SecretStorageError } from '../domain/secretStorageError';

/**
 * The session keys, one for each service origin, in VS Code's secret storage and nowhere else. Every method rejects with
 * a {@link SecretStorageError} where that storage does.
 */
export class SessionKeys implements KeyStore, vscode.Disposable {
  readonly #secrets: vscode.SecretStorage;
  readonly #redactor: Redactor;
  readonly #changed = new vscode.EventEmitter<string>();
  readonly #subscription: vscode.Disposable;
  /** The key of an origin was stored or removed, in this window or another. */
  readonly onDidChange = this.#changed.event;

  constructor(secrets: vscode.SecretStorage, redactor: Redactor) {
    this.#secrets = secrets;
    this.#redactor = redactor;
    this.#subscription = secrets.onDidChange(({ key }) => {
      if (key.startsWith(prefix)) this.#changed.fire(key.slice(prefix.length));
    });
  }

  /** The key for an origin (scheme, host and port); `undefined` when none is stored. */
  async get(origin: string): Promise<string | undefined> {
    const key = await orFail('get', this.#secrets.get(prefix + origin));
    if (key !== undefined) this.#redactor.add(key);
    return key;
  }

  /** Rejects, too, when the storage does not give back what was stored, as a broken keyring does. */
  async set(origin: string, key: string): Promise<void> {
    this.#redactor.add(key);
    await orFail('store', this.#secrets.store(prefix + origin, key));
    if ((await this.get(origin)) !== key) throw new SecretStorageError('store');
  }

  async clear(origin: string): Promise<void> {
    await orFail('delete', this.#secrets.delete(prefix + origin));
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }
}

const prefix = 'sessionKey:';

async function orFail<T>(operation: SecretStorageError['operation'], work: Thenable<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw new SecretStorageError(operation, error);
  }
}
