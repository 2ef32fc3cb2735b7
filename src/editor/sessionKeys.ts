import * as vscode from 'vscode';
import type { KeyStore } from '../domain/ports/service';
import type { Redactor } from '../domain/redactor';
import { CheckedSecrets } from './checkedSecrets';

/**
 * The session keys, one for each service origin, in VS Code's secret storage and nowhere else. Every method rejects as
 * {@link CheckedSecrets} do.
 */
export class SessionKeys implements KeyStore, vscode.Disposable {
  readonly #secrets: CheckedSecrets;
  readonly #redactor: Redactor;
  readonly #changed = new vscode.EventEmitter<string>();
  readonly #subscription: vscode.Disposable;
  /** The key of an origin was stored or removed, in this window or another. */
  readonly onDidChange = this.#changed.event;

  constructor(secrets: vscode.SecretStorage, redactor: Redactor) {
    this.#secrets = new CheckedSecrets(secrets, 'sessionKey');
    this.#redactor = redactor;
    this.#subscription = secrets.onDidChange(({ key }) => {
      if (key.startsWith(prefix)) this.#changed.fire(key.slice(prefix.length));
    });
  }

  /** The key for an origin (scheme, host and port); `undefined` when none is stored. */
  async get(origin: string): Promise<string | undefined> {
    const key = await this.#secrets.get(prefix + origin);
    if (key !== undefined) this.#redactor.add(key);
    return key;
  }

  async set(origin: string, key: string): Promise<void> {
    this.#redactor.add(key);
    await this.#secrets.store(prefix + origin, key);
  }

  async clear(origin: string): Promise<void> {
    await this.#secrets.delete(prefix + origin);
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }
}

const prefix = 'sessionKey:';
