import type * as vscode from 'vscode';
import { Emitter } from '../../base/event';
import type { Disposable } from '../../base/lifecycle';
import { nameOnMachine, type Machine } from '../../service/machine';

const key = 'followedServices';

/** Origins (scheme, host, port) that the user agreed, on this machine, to ask for the status of conversations. */
export class FollowedServices implements Disposable {
  readonly #state: vscode.Memento;
  readonly #machine: Pick<Machine, 'nonce'>;
  readonly #changed = new Emitter<void>();
  readonly onDidChange = this.#changed.event;

  constructor(state: vscode.Memento, machine: Pick<Machine, 'nonce'>) {
    this.#state = state;
    this.#machine = machine;
  }

  /** True if there is none, on no machine. */
  get isEmpty(): boolean {
    return this.#names.length === 0;
  }

  async origins(): Promise<readonly string[]> {
    const found = this.#names.map(async (name) => {
      const origin = name.slice(name.indexOf(' ') + 1);
      // If the machine isn't known, nothing was agreed on here.
      const here = await this.#nameOf(origin).catch(() => undefined);
      return name === here ? [origin] : [];
    });
    return (await Promise.all(found)).flat();
  }

  async has(origin: string): Promise<boolean> {
    return (await this.origins()).includes(origin);
  }

  async add(origin: string): Promise<void> {
    if (!(await this.has(origin))) await this.#save([...this.#names, await this.#nameOf(origin)]);
  }

  async remove(origin: string): Promise<void> {
    if (!(await this.has(origin))) return;
    const name = await this.#nameOf(origin);
    await this.#save(this.#names.filter((one) => one !== name));
  }

  dispose(): void {
    this.#changed.dispose();
  }

  async #save(names: readonly string[]): Promise<void> {
    await this.#state.update(key, names);
    this.#changed.fire();
  }

  #nameOf(origin: string): Promise<string> {
    return nameOnMachine(origin, this.#machine);
  }

  /** Stored data may be from another version. */
  get #names(): readonly string[] {
    const stored = this.#state.get<unknown>(key);
    return Array.isArray(stored) ? stored.filter((name) => typeof name === 'string') : [];
  }
}
