const hour = 60 * 60 * 1000;

/** The maximum number of notifications about one conversation in an hour. */
const maxPerHour = 3;

/**
 * Limits the notifications about ends. A service whose status goes back and forth would cause one again and again. After a
 * few, only the conversation's row shows further ends.
 */
export class RecentEnds {
  readonly #now: () => number;
  /** By id of the conversation. */
  readonly #notifiedAt = new Map<string, readonly number[]>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** True if the user may be notified of another end of a conversation. Counts it then. */
  admits(id: string): boolean {
    const now = this.#now();
    const recent = (this.#notifiedAt.get(id) ?? []).filter((at) => Math.abs(now - at) < hour);
    if (recent.length >= maxPerHour) return false;
    this.#notifiedAt.set(id, [...recent, now]);
    return true;
  }
}
