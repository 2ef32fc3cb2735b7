import type * as vscode from 'vscode';
import { Emitter } from '../../base/event';
import type { Disposable } from '../../base/lifecycle';
import { isRecord } from '../../base/json';
import { nonceFor, type Machine } from '../../service/machine';

const key = 'followedServices';

interface Stored {
  /** Its origin; before that, for one that is another service on each machine, the nonce of the machine. */
  readonly service: string;
  readonly isPaused: boolean;
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
    const found = this.#stored.map(async ({ service, isPaused }) => {
      const origin = service.slice(service.indexOf(' ') + 1);
      // If the machine isn't known, nothing was agreed on here.
      const here = await this.#nameOf(origin).catch(() => undefined);
      return service === here ? [{ origin, isPaused }] : [];
    });
    return (await Promise.all(found)).flat();
  }

  /** True if the user agreed to it. */
  async has(origin: string): Promise<boolean> {
    return (await this.#find(origin)) !== undefined;
  }

  /** True if it's asked: the user agreed to it, and it isn't paused. */
  async asks(origin: string): Promise<boolean> {
    return (await this.#find(origin))?.isPaused === false;
  }

  /** Follows a service, or one that was paused again. */
  async add(origin: string): Promise<void> {
    this.#failedSince.delete(origin);
    await this.#put(origin, { isPaused: false });
  }

  async remove(origin: string): Promise<void> {
    if (await this.has(origin)) await this.#put(origin, undefined);
  }

  async pause(origin: string): Promise<void> {
    if (await this.asks(origin)) await this.#put(origin, { isPaused: true });
  }

  /** Follows a service again if it was paused, and no other. */
  async resume(origin: string): Promise<void> {
    if ((await this.#find(origin))?.isPaused) await this.add(origin);
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

  async #find(origin: string): Promise<FollowedOrigin | undefined> {
    return (await this.origins()).find((one) => one.origin === origin);
  }

  async #put(origin: string, next: Omit<Stored, 'service'> | undefined): Promise<void> {
    const service = await this.#nameOf(origin);
    const others = this.#stored.filter((one) => one.service !== service);
    await this.#state.update(key, next ? [...others, { service, ...next }] : others);
    this.#changed.fire();
  }

  async #nameOf(origin: string): Promise<string> {
    const nonce = await nonceFor(origin, this.#machine);
    return nonce === undefined ? origin : `${nonce} ${origin}`;
  }

  get #stored(): readonly Stored[] {
    const stored = this.#state.get<unknown>(key);
    return Array.isArray(stored) ? stored.filter(isStored) : [];
  }
}

/** Stored data may be from another version. */
function isStored(value: unknown): value is Stored {
  return isRecord(value) && typeof value['service'] === 'string' && typeof value['isPaused'] === 'boolean';
}
