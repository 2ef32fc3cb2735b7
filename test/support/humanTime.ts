const { performance } = globalThis;
const passes = { milliseconds: 0 };
const real = performance.now.bind(performance);
performance.now = () => real() + passes.milliseconds;

/** Lets the time pass that a user needs to see what was shown, and to press a key again. */
export function passHumanTime(): void {
  passes.milliseconds += 2_000;
}
