import { Emitter } from '../../src/base/event';
import type { Disposable } from '../../src/base/lifecycle';
import { eventually } from './eventually';

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
