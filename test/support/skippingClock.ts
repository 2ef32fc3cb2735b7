import type { Disposable } from '../../src/base/lifecycle';

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
