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

/** Runs something every minute, which is how often displayed ages change. */
export function everyMinute(run: () => void): Disposable {
  const timer = setInterval(run, 60_000);
  return { dispose: () => clearInterval(timer) };
}

/** Maximum difference between the clocks of two machines, in milliseconds. */
export const maxClockDifference = 10 * 60 * 1000;

/** Resolves after a time, in milliseconds, or as soon as the signal is aborted. */
export function pauseFor(milliseconds: number, { after }: Clock, signal: AbortSignal | undefined): Promise<void> {
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

interface Pauses {
  readonly first: number;
  readonly longest: number;
}

/** Some services ask for years. A request after an hour finds out how long they really mean. */
const maxRetryAfterSeconds = 3600;

/**
 * Milliseconds to wait after failures: twice as long after each, and at least as long as the service asks for, up to an
 * hour.
 * @param failures number of consecutive failures
 */
export function pauseAfter(failures: number, { first, longest }: Pauses, retryAfterSeconds = 0): number {
  return Math.max(
    Math.min(retryAfterSeconds, maxRetryAfterSeconds) * 1000,
    Math.min(first * 2 ** (failures - 1), longest),
  );
}
