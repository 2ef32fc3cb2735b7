import type { Disposable } from '../common/lifecycle';

/** Time, in milliseconds since 1970, and timers. */
export const systemClock = {
  now: Date.now,
  after: (milliseconds: number, run: () => void): Disposable => {
    const timer = setTimeout(run, milliseconds);
    return { dispose: () => clearTimeout(timer) };
  },
};
