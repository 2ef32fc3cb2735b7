/** The middle of them; half of what was measured was quicker. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const [below = NaN, above = NaN] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return (below + above) / 2;
}

/**
 * How long each of the acts takes, in milliseconds, in turns: what slows the machine for a while slows all of them. The
 * first rounds, in which code is still being compiled, do not count.
 * @returns the medians, in the order of the acts
 */
export async function medianTimes(rounds: number, ...acts: readonly (() => unknown)[]): Promise<number[]> {
  const taken: number[][] = acts.map(() => []);
  const warmUp = Math.ceil(rounds / 4);
  for (let round = -warmUp; round < rounds; round++) {
    for (const [index, act] of acts.entries()) {
      const before = performance.now();
      await act();
      const time = performance.now() - before;
      if (round >= 0) taken[index]?.push(time);
    }
  }
  return taken.map(median);
}
