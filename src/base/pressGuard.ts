/** After this time, an Enter is a separate press: neither half of a double press, nor the first repeat of a held key. */
const pauseMilliseconds = 700;

/**
 * Decides whether an Enter in a quick input may be acted on. It may be the one that opened the input, pressed twice or still
 * held down, and VS Code only tells extensions that something was accepted. An ignored Enter starts the pause again, so a
 * key that is held down is never acted on.
 */
export class PressGuard {
  readonly #now: () => number;
  #shownAt: number;
  #pressedAt = -Infinity;
  /** True if the user has typed or moved since the input was shown. */
  #hasOtherInput = false;

  /** @param now monotonic time in milliseconds */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#shownAt = now();
  }

  /** To be called when the input is drawn, which may be later than it was shown. What the user has typed by then counts. */
  drawn(): void {
    this.#shownAt = this.#now();
  }

  /** Starts the pause again, because what Enter does has just changed. */
  restart(): void {
    this.#shownAt = this.#now();
    this.#hasOtherInput = false;
  }

  /** To be called when the user has typed or moved: the next Enter can't be a repeat of an earlier one. */
  release(): void {
    this.#pressedAt = -Infinity;
    this.#hasOtherInput = true;
  }

  /**
   * To be called with each Enter.
   * @param isOwn false if Enter acts on more than what the user typed or chose since the input was shown
   * @returns true if it may be acted on
   */
  accepts(isOwn = true): boolean {
    const now = this.#now();
    const isPress = now - this.#pressedAt > pauseMilliseconds;
    this.#pressedAt = now;
    return isPress && ((isOwn && this.#hasOtherInput) || now - this.#shownAt > pauseMilliseconds);
  }
}
