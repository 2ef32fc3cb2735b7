import type * as vscode from 'vscode';
import { type KeptSecret, SecretStorageError } from '../keyErrors';

/**
 * VS Code's secret storage for secrets of one kind. Every method rejects with a {@link SecretStorageError} if that
 * storage fails.
 */
export class CheckedSecrets {
  readonly #secrets: vscode.SecretStorage;
  readonly #kept: KeptSecret;

  constructor(secrets: vscode.SecretStorage, kept: KeptSecret) {
    this.#secrets = secrets;
    this.#kept = kept;
  }

  async get(key: string): Promise<string | undefined> {
    return this.#orFail('get', this.#secrets.get(key));
  }

  /** Also rejects if the storage doesn't return what was stored, as with a broken keyring. */
  async store(key: string, value: string): Promise<void> {
    await this.#orFail('store', this.#secrets.store(key, value));
    if ((await this.get(key)) !== value) throw new SecretStorageError('store', this.#kept);
  }

  async delete(key: string): Promise<void> {
    await this.#orFail('delete', this.#secrets.delete(key));
  }

  async #orFail<T>(operation: SecretStorageError['operation'], work: Thenable<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      throw new SecretStorageError(operation, this.#kept, error);
    }
  }
}
