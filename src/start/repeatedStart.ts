import { isDeepStrictEqual } from 'node:util';

/** Longer than a key has to be held down before it repeats, in milliseconds. */
const repeatsWithin = 1_000;

/** Times are in milliseconds, as of `performance.now()`. */
interface SentStart<Result> {
  /** What was sent where. */
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
  #last: SentStart<Result> | undefined;

  /**
   * Sends, or joins the last start if this one repeats it.
   * @param about what is sent where
   * @param askedAt in the time of `performance.now()`
   */
  async sendOrJoin(about: object, askedAt: number, send: () => Promise<Result>): Promise<Result> {
    const last = this.#last;
    if (last && isRepeated(last, about, askedAt)) {
      last.askedAt = Math.max(last.askedAt, askedAt);
      return last.sending;
    }
    const sent = { about, sending: send(), askedAt, endedAt: Infinity };
    this.#last = sent;
    try {
      return await sent.sending;
    } finally {
      sent.endedAt = performance.now();
    }
  }
}

function isRepeated({ about, askedAt, endedAt }: SentStart<unknown>, asked: object, at: number): boolean {
  return isDeepStrictEqual(about, asked) && (at < endedAt || at - askedAt <= repeatsWithin);
}
