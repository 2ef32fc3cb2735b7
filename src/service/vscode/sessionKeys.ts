import * as vscode from 'vscode';
import type { Redactor } from '../../base/redactor';
import { CheckedSecrets } from './checkedSecrets';
import { nameOnMachine, type Machine } from '../machine';

/**
 * The session keys, one for each service origin, in VS Code's secret storage only. All machines of a user share that
 * storage: the key for a loopback address, which is another service on each of them, belongs to one machine only. Every
 * method rejects as {@link CheckedSecrets} do, and for loopback addresses as {@link Machine.nonce} does.
 */
export class SessionKeys implements vscode.Disposable {
  readonly #secrets: CheckedSecrets;
  readonly #redactor: Redactor;
  readonly #machine: Pick<Machine, 'nonce'>;
  readonly #changed = new vscode.EventEmitter<string>();
  readonly #subscription: vscode.Disposable;
  /** The key of an origin was stored or removed, in this window or another of this machine. */
  readonly onDidChange = this.#changed.event;

  constructor(secrets: vscode.SecretStorage, redactor: Redactor, machine: Pick<Machine, 'nonce'>) {
    this.#secrets = new CheckedSecrets(secrets, 'sessionKey');
    this.#redactor = redactor;
    this.#machine = machine;
    // A key of an unknown machine isn't used anywhere.
    this.#subscription = secrets.onDidChange(({ key: name }) => this.#tell(name).catch(() => undefined));
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

  async #tell(name: string): Promise<void> {
    const origin = name.slice(name.lastIndexOf(' ') + 1).replace(prefix, '');
    if (name === (await this.#nameOf(origin))) this.#changed.fire(origin);
  }
}

/** The names of keys begin with it. */
const prefix = 'sessionKey:';
