/** Times are told by their shortest: whatever else the machine does only ever adds to one. */
const tries = 40;

/** As long as it is tried again. In milliseconds. */
const mostTime = 60_000;

/** So short a time is not told from none. In milliseconds. */
const leastTime = 0.05;

/** How a cost grows with what it is a cost of. */
export interface Growth {
  /** How many times as much each part of the larger one costs as each part of the smaller one: about 1 when it is linear. */
  readonly factor: number;
  /** Milliseconds for each part of the larger one. */
  readonly cost: number;
}

export interface Sizes {
  readonly small: number;
  readonly large: number;
}

/**
 * Compares what a smaller and a larger one cost in the same run, so that the speed of the machine is of no matter.
 * @param isFine one that is not is measured again, a few times
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

/** Milliseconds of one of them; as many in a row as it takes to tell. */
function timeOf(work: () => unknown): number {
  for (let count = 1; ; count *= 4) {
    const began = performance.now();
    for (let time = 0; time < count; time++) work();
    const elapsed = performance.now() - began;
    if (elapsed >= leastTime) return elapsed / count;
  }
}
