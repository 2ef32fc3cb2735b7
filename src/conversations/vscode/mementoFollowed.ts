import type * as vscode from 'vscode';
import { Emitter } from '../../base/common/event';
import type { Disposable } from '../../base/common/lifecycle';
import { differsByMachine } from '../../client/common/serviceUrl';
import { isRecord } from '../../base/common/json';
import { urlOf } from '../../base/common/url';
import type { Machine } from '../../service/vscode/machine';
import type { FollowedOrigin, FollowedServices } from '../common/followedServices';

const key = 'followedServices';

interface Stored {
  readonly origin: string;
  /** For loopback addresses, which are another service on each machine: the one that the user agreed on. */
  readonly machine?: string;
  readonly paused?: true;
}

/** The services that are followed, stored for all windows: only their origins. */
export class MementoFollowed implements FollowedServices, Disposable {
  readonly #state: vscode.Memento;
  readonly #machine: Pick<Machine, 'nonce'>;
  readonly #changed = new Emitter<void>();
  readonly onDidChange = this.#changed.event;

  constructor(state: vscode.Memento, machine: Pick<Machine, 'nonce'>) {
    this.#state = state;
    this.#machine = machine;
  }

  get isEmpty(): boolean {
    return this.#stored.length === 0;
  }

  async origins(): Promise<readonly FollowedOrigin[]> {
    const here = await Promise.all(this.#stored.map(async (one) => (await this.#isHere(one)) && one));
    return here.flatMap((one) => (one ? [{ origin: one.origin, isPaused: one.paused === true }] : []));
  }

  async has(origin: string): Promise<boolean> {
    return (await this.origins()).some((one) => one.origin === origin);
  }

  async asks(origin: string): Promise<boolean> {
    return (await this.origins()).some((one) => one.origin === origin && !one.isPaused);
  }

  async add(origin: string): Promise<void> {
    const machine = differs(origin) ? await this.#machine.nonce() : undefined;
    await this.#put(origin, { origin, ...(machine !== undefined && { machine }) });
  }

  async remove(origin: string): Promise<void> {
    if (await this.has(origin)) await this.#put(origin, undefined);
  }

  async pause(origin: string): Promise<void> {
    const one = await this.#find(origin);
    if (one && !one.paused) await this.#put(origin, { ...one, paused: true });
  }

  async resume(origin: string): Promise<void> {
    const one = await this.#find(origin);
    if (one?.paused) await this.add(origin);
  }

  dispose(): void {
    this.#changed.dispose();
  }

  async #put(origin: string, next: Stored | undefined): Promise<void> {
    const before = await this.#find(origin);
    const others = this.#stored.filter((one) => one.origin !== origin || one.machine !== (before ?? next)?.machine);
    await this.#state.update(key, next ? [...others, next] : others);
    this.#changed.fire();
  }

  async #find(origin: string): Promise<Stored | undefined> {
    for (const one of this.#stored) if (one.origin === origin && (await this.#isHere(one))) return one;
    return undefined;
  }

  /** If the machine isn't known, nothing was agreed on here. */
  async #isHere({ origin, machine }: Stored): Promise<boolean> {
    return differs(origin) ? machine === (await this.#machine.nonce().catch(() => 'unknown')) : true;
  }

  get #stored(): readonly Stored[] {
    const stored = this.#state.get<unknown>(key);
    return Array.isArray(stored) ? stored.filter(isStored) : [];
  }
}

/** Stored data may be from another version. */
function isStored(value: unknown): value is Stored {
  return isRecord(value) && typeof value['origin'] === 'string';
}

function differs(origin: string): boolean {
  return differsByMachine(urlOf(origin)?.hostname ?? '');
}
