import type { Disposable } from '../../src/base/lifecycle';
import { Emitter } from '../../src/base/event';
import { eventually } from './eventually';

/** Time that passes when a test says so, with everything that happens in it in its order. */
export class FakeClock {
  /** The time on the wall, in milliseconds since 1970. */
  #wall: number;
  /** The time of timers: it stands still while the machine sleeps, and nobody sets it. */
  #running = 0;
  readonly #timers = new Set<{ readonly at: number; readonly run: () => void }>();

  constructor(start = 1_700_000_000_000) {
    this.#wall = start;
  }

  readonly now = (): number => this.#wall;

  readonly after = (milliseconds: number, run: () => void): Disposable => {
    const timer = { at: this.#running + milliseconds, run };
    this.#timers.add(timer);
    return { dispose: () => this.#timers.delete(timer) };
  };

  /** How many wait at this moment. */
  get timers(): number {
    return this.#timers.size;
  }

  /** Lets time pass, and what is due in it happen; promises that a timer's work settles are waited for. */
  async pass(milliseconds: number): Promise<void> {
    const until = this.#running + milliseconds;
    for (;;) {
      await settled();
      const [next] = [...this.#timers].sort((a, b) => a.at - b.at);
      if (!next || next.at > until) break;
      this.#timers.delete(next);
      this.#advance(Math.max(0, next.at - this.#running));
      next.run();
    }
    this.#advance(until - this.#running);
    await settled();
  }

  /** The machine sleeps: no timer runs, and the time on the wall goes on. */
  sleep(milliseconds: number): void {
    this.#wall += milliseconds;
  }

  #advance(milliseconds: number): void {
    this.#running += milliseconds;
    this.#wall += milliseconds;
  }
}

/** Whatever has been resolved has had its effect. */
async function settled(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

/** Time that stands still until a test lets the next timer run, for work on real sockets and files. */
export class HeldClock {
  #now = Date.now();
  readonly #timers = new Set<{ readonly at: number; readonly run: () => void }>();
  readonly #set = new Emitter<void>();

  readonly now = (): number => this.#now;

  readonly after = (milliseconds: number, run: () => void): Disposable => {
    const timer = { at: this.#now + milliseconds, run };
    this.#timers.add(timer);
    this.#set.fire();
    return { dispose: () => this.#timers.delete(timer) };
  };

  /** Waits for a timer, and runs the one that is due first. */
  async next(): Promise<void> {
    await eventually('a timer', () => this.#timers.size > 0, this.#set.event);
    const [timer] = [...this.#timers].sort((a, b) => a.at - b.at);
    if (!timer) return;
    this.#timers.delete(timer);
    this.#now = Math.max(this.#now, timer.at);
    timer.run();
  }
}

/** A clock that goes on to the next timer as soon as there is nothing else to do, for work on real sockets and files. */
export class SkippingClock {
  #now = Date.now();

  readonly now = (): number => this.#now;

  readonly after = (milliseconds: number, run: () => void): Disposable => {
    const at = this.#now + milliseconds;
    const soon = setImmediate(() => {
      this.#now = Math.max(this.#now, at);
      run();
    });
    return { dispose: () => clearImmediate(soon) };
  };
}
