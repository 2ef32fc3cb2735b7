/** Half of what was measured was quicker. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}

/**
 * Medians of how long each of the acts takes, in milliseconds, in their order. The acts take turns: what slows the machine
 * for a while slows all of them. The first rounds, in which code is still being compiled, don't count.
 * @param acts each may return the time at which it ended, if it goes on after that
 */
export async function medianTimes(
  rounds: number,
  ...acts: readonly ((round: number) => unknown)[]
): Promise<readonly number[]> {
  const taken: number[][] = acts.map(() => []);
  const warmUp = Math.ceil(rounds / 4);
  for (let round = -warmUp; round < rounds; round++) {
    for (const [index, act] of acts.entries()) {
      const before = performance.now();
      const ended = await act(round);
      const time = (typeof ended === 'number' ? ended : performance.now()) - before;
      if (round >= 0) taken[index]?.push(time);
    }
  }
  return taken.map(median);
}
