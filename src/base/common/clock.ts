import type { Disposable } from './lifecycle';

export interface Clock {
  /** In milliseconds since 1970. */
  readonly now: () => number;
  readonly after: (milliseconds: number, run: () => void) => Disposable;
}

/** Times to wait after failures, in milliseconds: after the first one, and at most. */
export interface Pauses {
  readonly first: number;
  readonly longest: number;
}

/**
 * Time to wait after failures, in milliseconds: twice as long with each, and as long as the service asks for.
 * @param failures how many there were, one after the other
 */
export function pauseAfter(failures: number, { first, longest }: Pauses, retryAfterSeconds = 0): number {
  return Math.max(retryAfterSeconds * 1000, Math.min(first * 2 ** (failures - 1), longest));
}
