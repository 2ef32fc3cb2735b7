import { isDeepStrictEqual } from 'node:util';

/** Milliseconds within which a held key repeats. Systems wait up to about a second before the first repetition. */
const repeatsWithin = 1_000;

/** Times are in milliseconds, as of `performance.now()`. */
interface SentStart<Result> {
  /** The request and its destination. */
  readonly content: object;
  readonly sending: Promise<Result>;
  /** Time of the last call that was answered with this start. */
  askedAt: number;
  endedAt: number;
}

/**
 * Turns repeated calls with the same request into one start. VS Code runs the command of a keybinding again and again while
 * the key is held down, which may continue after the answer.
 */
export class RepeatedStart<Result> {
  #latest: readonly SentStart<Result>[] = [];

  /**
   * Sends, or returns the result of the start that this call repeats.
   * @param content the request and its destination
   * @param askedAt time of the call, as of `performance.now()`
   */
  async sendOrJoin(content: object, askedAt: number, send: () => Promise<Result>): Promise<Result> {
    this.#latest = this.#latest.filter((one) => mayBeRepeated(one, askedAt));
    const repeated = this.#latest.find((one) => isDeepStrictEqual(one.content, content));
    if (repeated) {
      repeated.askedAt = Math.max(repeated.askedAt, askedAt);
      return repeated.sending;
    }
    const sent = { content, sending: send(), askedAt, endedAt: Infinity };
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
