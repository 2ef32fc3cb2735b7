import type { Disposable } from '../../src/base/lifecycle';

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
