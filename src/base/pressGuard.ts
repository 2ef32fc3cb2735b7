/**
 * Time after which an Enter is certainly a press of its own, in milliseconds: longer than a double press, and than a key
 * has to be held down before it repeats.
 */
const pause = 700;

/**
 * Decides whether an Enter may act. VS Code doesn't report keys to extensions, only that something was accepted: that may
 * be the Enter that opened what is asked now, pressed twice or still held down. An Enter that is ignored starts the pause
 * again, so a key that is held down never acts, however long.
 */
export class PressGuard {
  readonly #now: () => number;
  #shownAt: number;
  #pressedAt = -Infinity;
  /** True if the user has done something else than pressing Enter since it was shown. */
  #isUsed = false;

  /** @param now time in milliseconds, which nobody sets */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#shownAt = now();
  }

  /** To be called once it is drawn, which may be later than it was shown. What the user has typed by then counts. */
  drawn(): void {
    this.#shownAt = this.#now();
  }

  /** Starts the pause again: the user has only just been shown what else Enter would do. */
  restart(): void {
    this.#shownAt = this.#now();
    this.#isUsed = false;
  }

  /** The user has typed, or gone to another row: the next Enter isn't the repeat of an earlier one. */
  release(): void {
    this.#pressedAt = -Infinity;
    this.#isUsed = true;
  }

  /**
   * To be called with each Enter.
   * @param isOwn false if Enter also acts on what the user hasn't typed or chosen since it was shown
   */
  accepts(isOwn = true): boolean {
    const now = this.#now();
    const isPress = now - this.#pressedAt > pause;
    this.#pressedAt = now;
    return isPress && ((isOwn && this.#isUsed) || now - this.#shownAt > pause);
  }
}
