import { isDeepStrictEqual } from 'node:util';

/** Longer than a key has to be held down before it repeats, in milliseconds. */
const repeatsWithin = 1_000;

/** Times are in milliseconds, as of `performance.now()`. */
interface SentStart<Result> {
  /** The request and its destination. */
  readonly about: object;
  readonly sending: Promise<Result>;
  /** When it was asked for last. */
  askedAt: number;
  endedAt: number;
}

/**
 * VS Code runs the command of a keybinding again and again while its key is held down, also after the answer: together,
 * they are one start.
 */
export class RepeatedStart<Result> {
  #latest: readonly SentStart<Result>[] = [];

  /**
   * Sends, or joins the start that this one repeats, whatever another extension has started in between.
   * @param about the request and its destination
   * @param askedAt in the time of `performance.now()`
   */
  async sendOrJoin(about: object, askedAt: number, send: () => Promise<Result>): Promise<Result> {
    this.#latest = this.#latest.filter((one) => mayBeRepeated(one, askedAt));
    const repeated = this.#latest.find((one) => isDeepStrictEqual(one.about, about));
    if (repeated) {
      repeated.askedAt = Math.max(repeated.askedAt, askedAt);
      return repeated.sending;
    }
    const sent = { about, sending: send(), askedAt, endedAt: Infinity };
    this.#latest = [...this.#latest, sent];
    try {
      return await sent.sending;
    } finally {
      sent.endedAt = performance.now();
    }
  }
}

function mayBeRepeated({ askedAt, endedAt }: SentStart<unknown>, at: number): boolean {
  return at < endedAt || at - askedAt <= repeatsWithin;
}
