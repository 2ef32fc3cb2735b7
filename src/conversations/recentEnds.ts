const hour = 60 * 60 * 1000;

/** The most notifications about one conversation in an hour. */
export const mostInAnHour = 3;

/**
 * Keeps count of the ends that the user was told of. A service whose states go back and forth reports an end at every other
 * question: after some, the conversation's row alone shows them.
 */
export class RecentEnds {
  readonly #now: () => number;
  /** Times of the last ones, by the id of the conversation. */
  readonly #times = new Map<string, readonly number[]>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Says whether the user is told of another end of a conversation, and counts it if so. */
  admits(id: string): boolean {
    const now = this.#now();
    const recent = (this.#times.get(id) ?? []).filter((at) => Math.abs(now - at) < hour);
    if (recent.length >= mostInAnHour) return false;
    this.#times.set(id, [...recent, now]);
    return true;
  }
}
