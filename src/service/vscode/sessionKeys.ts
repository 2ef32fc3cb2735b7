import * as vscode from 'vscode';
import { differsByMachine } from '../../client/common/serviceUrl';
import type { KeyStore } from '../common/serviceAccess';
import type { Redactor } from '../../base/common/redactor';
import { CheckedSecrets } from './checkedSecrets';
import type { Machine } from './machine';
import { isUrl } from '../../base/common/url';

/**
 * The session keys, one for each service origin, in VS Code's secret storage only. All machines of a user share that
 * storage: the key for a loopback address, which is another service on each of them, belongs to one machine only. Every
 * method rejects as {@link CheckedSecrets} do, and for loopback addresses as {@link Machine.nonce} does.
 */
export class SessionKeys implements KeyStore, vscode.Disposable {
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
    this.#subscription = secrets.onDidChange(({ key: name }) => {
      // A key of an unknown machine isn't used anywhere.
      if (name.startsWith(ofMachine)) this.#tellOfMachine(name).catch(() => undefined);
      if (!name.startsWith(shared)) return;
      const origin = name.slice(shared.length);
      if (!isOfMachine(origin)) this.#changed.fire(origin);
    });
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
    if (isOfMachine(origin)) await this.#removeShared(origin);
  }

  async clear(origin: string): Promise<void> {
    if (isOfMachine(origin)) {
      await this.#secrets.delete(shared + origin);
      await this.#secrets.delete(replaced + origin);
    }
    await this.#secrets.delete(await this.#nameOf(origin));
  }

  async wasShared(origin: string): Promise<boolean> {
    if (!isOfMachine(origin) || (await this.get(origin)) !== undefined) return false;
    const [key, mark] = [await this.#secrets.get(shared + origin), await this.#secrets.get(replaced + origin)];
    return key !== undefined || mark !== undefined;
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }

  async #nameOf(origin: string): Promise<string> {
    return isOfMachine(origin) ? `${ofMachine}${await this.#machine.nonce()}:${origin}` : shared + origin;
  }

  /** No machine uses it. The other ones still have to be told why they are asked. */
  async #removeShared(origin: string): Promise<void> {
    try {
      if ((await this.#secrets.get(shared + origin)) === undefined) return;
      await this.#secrets.store(replaced + origin, 'true');
      await this.#secrets.delete(shared + origin);
    } catch {
      // The new key is stored anyway; storing the next one tries this again.
    }
  }

  async #tellOfMachine(name: string): Promise<void> {
    const prefix = `${ofMachine}${await this.#machine.nonce()}:`;
    if (name.startsWith(prefix)) this.#changed.fire(name.slice(prefix.length));
  }
}

/** Prefix of the names of keys that all machines of a user share. */
const shared = 'sessionKey:';
/** Prefix of the names of keys of one machine, before its nonce. */
const ofMachine = 'sessionKeyOf:';
/** Prefix of the name of the marker that replaces a key that was shared and must not be. Not a secret itself. */
const replaced = 'sessionKeyReplaced:';

function isOfMachine(origin: string): boolean {
  return isUrl(origin) && differsByMachine(new URL(origin).hostname);
}
