import type * as vscode from 'vscode';
import { Emitter } from '../../base/event';
import type { Disposable } from '../../base/lifecycle';
import { nameOnMachine, type Machine } from '../../service/machine';

const keys = { followed: 'followedServices', agreed: 'agreedServices' } as const;

/** The services, by origin (scheme, host, port), whose status of conversations the user agreed to follow on this machine. */
export class FollowedServices implements Disposable {
  readonly #state: vscode.Memento;
  readonly #machine: Pick<Machine, 'nonce'>;
  readonly #changed = new Emitter<void>();
  readonly onDidChange = this.#changed.event;

  constructor(state: vscode.Memento, machine: Pick<Machine, 'nonce'>) {
    this.#state = state;
    this.#machine = machine;
  }

  get isEmpty(): boolean {
    return this.#names(keys.followed).length === 0;
  }

  origins(): Promise<readonly string[]> {
    return this.#here(keys.followed);
  }

  /** The origins of all services that the user agreed to follow, including paused ones. */
  agreed(): Promise<readonly string[]> {
    return this.#here(keys.agreed);
  }

  async has(origin: string): Promise<boolean> {
    return (await this.origins()).includes(origin);
  }

  async add(origin: string): Promise<void> {
    const name = await this.#nameOf(origin);
    for (const key of [keys.agreed, keys.followed]) await this.#save(key, [...this.#names(key), name]);
  }

  /** Stops following a service, but remembers that the user has agreed. */
  async pause(origin: string): Promise<void> {
    await this.#drop(keys.followed, origin);
  }

  /** Follows a paused service again; not one that the user hasn't agreed to follow. */
  async resume(origin: string): Promise<void> {
    if ((await this.agreed()).includes(origin)) await this.add(origin);
  }

  async remove(origin: string): Promise<void> {
    for (const key of [keys.agreed, keys.followed]) await this.#drop(key, origin);
  }

  dispose(): void {
    this.#changed.dispose();
  }

  async #here(key: string): Promise<readonly string[]> {
    const found = this.#names(key).map(async (name) => {
      const origin = name.slice(name.indexOf(' ') + 1);
      // If the machine can't be identified, nothing counts as agreed.
      const here = await this.#nameOf(origin).catch(() => undefined);
      return name === here ? [origin] : [];
    });
    return (await Promise.all(found)).flat();
  }

  async #drop(key: string, origin: string): Promise<void> {
    const here = await this.#nameOf(origin).catch(() => undefined);
    const left = this.#names(key).filter((name) => name !== here);
    await this.#save(key, left);
  }

  async #save(key: string, names: readonly string[]): Promise<void> {
    const each = [...new Set(names)];
    if (each.length === this.#names(key).length) return;
    await this.#state.update(key, each);
    if (key === keys.followed) this.#changed.fire();
  }

  #nameOf(origin: string): Promise<string> {
    return nameOnMachine(origin, this.#machine);
  }

  /** The stored names. Values of an unexpected type, from another version, are ignored. */
  #names(key: string): readonly string[] {
    const stored = this.#state.get<unknown>(key);
    return Array.isArray(stored) ? stored.filter((name) => typeof name === 'string') : [];
  }
}
