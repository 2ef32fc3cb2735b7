import type { Clock } from './clock';

/** Time, in milliseconds since 1970, and timers. */
export const systemClock: Clock = {
  now: Date.now,
  after: (milliseconds, run) => {
    const timer = setTimeout(run, milliseconds);
    return { dispose: () => clearTimeout(timer) };
  },
};
