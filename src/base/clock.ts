import type { Disposable } from './lifecycle';

export interface Clock {
  /** In milliseconds since 1970. */
  readonly now: () => number;
  readonly after: (milliseconds: number, run: () => void) => Disposable;
}

export const systemClock: Clock = {
  now: Date.now,
  after: (milliseconds, run) => {
    const timer = setTimeout(run, milliseconds);
    return { dispose: () => clearTimeout(timer) };
  },
};

/** Runs something every minute: shown ages change that often. */
export function everyMinute(run: () => void): Disposable {
  const timer = setInterval(run, 60_000);
  return { dispose: () => clearInterval(timer) };
}

/** The most by which the clocks of two machines differ, in milliseconds. */
export const clocksDiffer = 10 * 60 * 1000;

/** Resolves after a time, in milliseconds, or as soon as the signal is aborted. */
export function pauseFor(milliseconds: number, { after }: Clock, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = after(milliseconds, done);
    function done(): void {
      timer.dispose();
      signal?.removeEventListener('abort', done);
      resolve();
    }
    if (signal?.aborted) done();
    else signal?.addEventListener('abort', done);
  });
}

/** Times to wait after failures, in milliseconds: after the first one, and at most. */
interface Pauses {
  readonly first: number;
  readonly longest: number;
}

/** Some services ask for years, and each question says how long to wait from then on. */
const longestAskedFor = 3600;

/**
 * Time to wait after failures, in milliseconds: twice as long with each, and as long as the service asks for, but no
 * more than an hour.
 * @param failures how many there were, one after the other
 */
export function pauseAfter(failures: number, { first, longest }: Pauses, retryAfterSeconds = 0): number {
  return Math.max(Math.min(retryAfterSeconds, longestAskedFor) * 1000, Math.min(first * 2 ** (failures - 1), longest));
}
