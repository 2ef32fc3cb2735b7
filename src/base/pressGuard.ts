import { systemClock, type Clock } from './clock';
import type { Disposable } from './lifecycle';

/** Two Enters that are at most this far apart may be a double press, or the repeats of a held key. */
const pauseMilliseconds = 700;

/** The repeats of a held key follow each other within this time, unless the keyboard is set to be very slow. */
const repeatMilliseconds = 150;

/** Resolves when the window has reported what was pressed in it before. */
type WindowCaughtUp = () => PromiseLike<unknown>;

/**
 * Decides whether an Enter in a quick input counts. VS Code only reports that something was accepted. That may come from the
 * Enter that opened the input, if it was pressed twice or is still held down. Each ignored Enter starts the pause again, so a
 * key that is held down never counts.
 *
 * The first repeat of a held key may come late: after the delay that the keyboard is set to, or after the window stood still.
 * So if Enter would send something that the user didn't enter since the input was shown, such as an older draft, it waits
 * for a second Enter, unless another key was pressed in between.
 */
export class PressGuard implements Disposable {
  readonly #now: () => number;
  readonly #after: Clock['after'];
  readonly #windowCaughtUp: WindowCaughtUp;
  #shownAt: number;
  #pressedAt = -Infinity;
  /** True if the user has typed or moved to another row since the input was shown. */
  #hasOtherInput = false;
  /** True if an Enter was ignored and nothing else came since: a key may still be held down. */
  #mayBeHeld = false;
  /** The Enter that is acted on if none follows it. */
  #pending: Disposable | undefined;

  /** @param clock a monotonic one */
  constructor(
    windowCaughtUp: WindowCaughtUp,
    { now, after }: Clock = { ...systemClock, now: () => performance.now() },
  ) {
    this.#windowCaughtUp = windowCaughtUp;
    this.#now = now;
    this.#after = after;
    this.#shownAt = now();
  }

  /** To be called when the window has drawn the input, which may be later than it was shown. */
  drawn(): void {
    this.#shownAt = this.#now();
  }

  /** Starts the pause again, because what Enter does has just changed. */
  restart(): void {
    this.#forgetPending();
    this.beginPause();
  }

  /**
   * Starts the pause again for later Enters. An Enter that is already waiting keeps waiting, and acts on what is shown when its
   * wait ends.
   */
  beginPause(): void {
    this.#shownAt = this.#now();
    this.#hasOtherInput = false;
  }

  /** To be called when the user has typed or moved: the next Enter can't be a repeat of an earlier one. */
  noteOtherInput(): void {
    this.#forgetPending();
    this.#pressedAt = -Infinity;
    this.#hasOtherInput = true;
    this.#mayBeHeld = false;
  }

  /**
   * To be called with each Enter. If one was ignored before, this one counts only if no other follows within a pause: after
   * a window was blocked for a moment, it reports the repeats of a held key late, and they look like separate presses.
   * @param act called if it may be acted on
   * @param isOwn true if the user has typed or chosen all that Enter acts on since the input was shown
   */
  press(act: () => void, isOwn = true): void {
    const isPress = this.#checkPress(isOwn);
    // More than a pause after the pending Enter, its key isn't held any more. It's only still pending because timers are late.
    const hasLateTimer = isPress && this.#mayBeHeld && this.#pending !== undefined;
    this.#forgetPending();
    if (!isPress) this.#mayBeHeld = true;
    else if (hasLateTimer) this.#act(act);
    else if (this.#mayBeHeld) this.#actUnlessRepeated(pauseMilliseconds, act);
    else if (!isOwn && !this.#hasOtherInput) this.#actUnlessRepeated(repeatMilliseconds, act);
    else this.#act(act);
  }

  dispose(): void {
    this.#forgetPending();
  }

  #actUnlessRepeated(milliseconds: number, act: () => void): void {
    const actIfPending = () => {
      if (this.#pending === timer) this.#act(act);
    };
    // Timers run first: the report of a second Enter may already wait behind this one, or in a window that stands still.
    const timer = this.#after(milliseconds, () => void this.#windowCaughtUp().then(actIfPending, actIfPending));
    this.#pending = timer;
  }

  #act(act: () => void): void {
    this.#pending = undefined;
    this.#mayBeHeld = false;
    act();
  }

  #forgetPending(): void {
    this.#pending?.dispose();
    this.#pending = undefined;
  }

  /** Remembers the time of an Enter. Returns false if it may be part of a double press or the repeat of a held key. */
  #checkPress(isOwn: boolean): boolean {
    const now = this.#now();
    const isSeparate = now - this.#pressedAt > pauseMilliseconds;
    this.#pressedAt = now;
    return isSeparate && ((isOwn && this.#hasOtherInput) || now - this.#shownAt > pauseMilliseconds);
  }
}
