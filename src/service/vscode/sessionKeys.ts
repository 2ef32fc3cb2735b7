import * as vscode from 'vscode';
import type { Redactor } from '../../base/redactor';
import { nameOnMachine, type Machine } from '../machine';
import { SecretStorageError, type KeptSecret } from '../sessionKey';

/**
 * The session keys, one for each service origin. They are only in VS Code's secret storage. All machines of a user share
 * that, so a key for a loopback address, which is a different service on each machine, is stored for one machine. Every
 * method may reject like {@link CheckedSecrets} and, for loopback addresses, like {@link Machine.nonce}.
 */
export class SessionKeys implements vscode.Disposable {
  readonly #secrets: CheckedSecrets;
  readonly #redactor: Redactor;
  readonly #machine: Pick<Machine, 'nonce'>;
  readonly #changed = new vscode.EventEmitter<string>();
  readonly #subscription: vscode.Disposable;
  /** Fires with an origin after its key was stored or removed, in this window or another one of this machine. */
  readonly onDidChange = this.#changed.event;

  constructor(secrets: vscode.SecretStorage, redactor: Redactor, machine: Pick<Machine, 'nonce'>) {
    this.#secrets = new CheckedSecrets(secrets, 'sessionKey');
    this.#redactor = redactor;
    this.#machine = machine;
    // If the machine can't be identified, its keys aren't used, so a change doesn't matter.
    this.#subscription = secrets.onDidChange(({ key: name }) => this.#fireChangeOf(name).catch(() => undefined));
  }

  /** The key for an origin (scheme, host and port); `undefined` if none is stored. */
  async get(origin: string): Promise<string | undefined> {
    const key = await this.#secrets.get(await this.#nameOf(origin));
    if (key !== undefined) this.#redactor.add(key);
    return key;
  }

  async set(origin: string, key: string): Promise<void> {
    this.#redactor.add(key);
    await this.#secrets.store(await this.#nameOf(origin), key);
  }

  async clear(origin: string): Promise<void> {
    await this.#secrets.delete(await this.#nameOf(origin));
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }

  async #nameOf(origin: string): Promise<string> {
    return prefix + (await nameOnMachine(origin, this.#machine));
  }

  async #fireChangeOf(name: string): Promise<void> {
    const origin = name.slice(name.lastIndexOf(' ') + 1).replace(prefix, '');
    if (name === (await this.#nameOf(origin))) this.#changed.fire(origin);
  }
}

const prefix = 'sessionKey:';

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

  /** Also rejects if the storage doesn't return what was stored, which happens with a broken keyring. */
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
