const { performance } = globalThis;
const passes: { milliseconds: number; heldAt?: number | undefined } = { milliseconds: 0 };
const real = performance.now.bind(performance);
performance.now = () => (passes.heldAt ?? real()) + passes.milliseconds;

/** Lets the time pass that a user needs to see what was shown, and to press a key again. */
export function passHumanTime(): void {
  passes.milliseconds += 2_000;
}

/** Lets no time pass but that, however slow the machine is. */
export function holdTime(): Disposable {
  passes.heldAt = real();
  return { [Symbol.dispose]: () => (passes.heldAt = undefined) };
}
