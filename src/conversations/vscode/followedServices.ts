import type * as vscode from 'vscode';
import { Emitter } from '../../base/event';
import type { Disposable } from '../../base/lifecycle';
import { differsByMachine } from '../../client/serviceUrl';
import { isRecord } from '../../base/json';
import { urlOf } from '../../base/url';
import type { Machine } from '../../service/vscode/machine';

const key = 'followedServices';

interface Stored {
  readonly origin: string;
  /** For loopback addresses, which are another service on each machine: the one that the user agreed on. */
  readonly machine?: string;
  readonly paused?: true;
}

/** A service whose conversations the user agreed to follow, on this machine. */
export interface FollowedOrigin {
  /** Scheme, host and port. */
  readonly origin: string;
  /** It couldn't be asked, or rejected the question: it isn't asked again until the user wants it. */
  readonly isPaused: boolean;
}

/** Time without an answer after which the user is told, in milliseconds. */
const toldAfter = 60_000;

/** The services that the user agreed to ask for the status of conversations, stored for all windows: only their origins. */
export class FollowedServices implements Disposable {
  readonly #state: vscode.Memento;
  readonly #machine: Pick<Machine, 'nonce'>;
  /** Times of the first of the questions that failed one after the other in this window, by origin. */
  readonly #failedSince = new Map<string, number>();
  readonly #changed = new Emitter<void>();
  readonly onDidChange = this.#changed.event;

  constructor(state: vscode.Memento, machine: Pick<Machine, 'nonce'>) {
    this.#state = state;
    this.#machine = machine;
  }

  /** True if there is none, on no machine. */
  get isEmpty(): boolean {
    return this.#stored.length === 0;
  }

  async origins(): Promise<readonly FollowedOrigin[]> {
    const here = await Promise.all(this.#stored.map(async (one) => (await this.#isHere(one)) && one));
    return here.flatMap((one) => (one ? [{ origin: one.origin, isPaused: one.paused === true }] : []));
  }

  /** True if the user agreed to it. */
  async has(origin: string): Promise<boolean> {
    return (await this.origins()).some((one) => one.origin === origin);
  }

  /** True if it's asked: the user agreed to it, and it isn't paused. */
  async asks(origin: string): Promise<boolean> {
    return (await this.origins()).some((one) => one.origin === origin && !one.isPaused);
  }

  /** Follows a service, or one that was paused again. */
  async add(origin: string): Promise<void> {
    this.#failedSince.delete(origin);
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

  /** Follows a service again if it was paused, and no other. */
  async resume(origin: string): Promise<void> {
    const one = await this.#find(origin);
    if (one?.paused) await this.add(origin);
  }

  /** Notes whether this window's question was answered. */
  noteQuestion(origin: string, isAnswered: boolean, now: number): void {
    const wasSilent = this.silentSince(origin, now) !== undefined;
    if (isAnswered) this.#failedSince.delete(origin);
    // The clock may have been set back.
    else this.#failedSince.set(origin, Math.min(this.#failedSince.get(origin) ?? now, now));
    if (wasSilent) this.#changed.fire();
  }

  /** Time since when a service hasn't answered this window; `undefined` in the first minute. */
  silentSince(origin: string, now: number): number | undefined {
    const since = this.#failedSince.get(origin);
    return since !== undefined && now - since >= toldAfter ? since : undefined;
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
