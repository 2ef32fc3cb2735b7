/** Number of tries. The shortest time counts: whatever else the machine does only ever adds to it. */
const tries = 40;

/** Time after which it isn't tried again, in milliseconds. */
const mostTime = 60_000;

/** Shortest time that can be told from none, in milliseconds. */
const leastTime = 0.05;

/** Growth of a cost with the size of what is read. */
export interface Growth {
  /** Cost of each part of the larger one divided by that of each part of the smaller one: about 1 when linear. */
  readonly factor: number;
  /** Milliseconds for each part of the larger one. */
  readonly cost: number;
}

export interface Sizes {
  readonly small: number;
  readonly large: number;
}

/**
 * Compares the costs of a smaller and a larger one in the same run, so that the speed of the machine doesn't matter.
 * @param isFine one that isn't is measured again, a few times
 */
export function growthOf<T>(
  run: (value: T) => unknown,
  make: (size: number) => T,
  sizes: Sizes,
  isFine: (growth: Growth) => boolean,
): Growth {
  const [small, large] = [make(sizes.small), make(sizes.large)];
  let least = Infinity;
  let most = Infinity;
  const began = performance.now();
  for (let time = 1; ; time++) {
    least = Math.min(least, timeOf(() => run(small)) / sizes.small);
    most = Math.min(most, timeOf(() => run(large)) / sizes.large);
    const growth = { factor: most / least, cost: most };
    if (isFine(growth) || time === tries || performance.now() - began > mostTime) return growth;
  }
}

/** Milliseconds for one of them; runs as many in a row as it takes to measure. */
function timeOf(work: () => unknown): number {
  for (let count = 1; ; count *= 4) {
    const began = performance.now();
    for (let time = 0; time < count; time++) work();
    const elapsed = performance.now() - began;
    if (elapsed >= leastTime) return elapsed / count;
  }
}
