import { milliseconds, row, times, verdict, type Row } from './row';

/** How many entries each measurement is made with; every figure but the last is there for how the cost grows. */
export const sizes = [10, 1000, 10_000] as const;

/** Milliseconds with each of the sizes, in their order. */
export type Growing = readonly [few: number, many: number, most: number];

/**
 * Ten times as many may cost this many times as much before it is no longer called linear: caches end somewhere. What
 * the machine does to the baseline it does to us.
 */
const linear = 15;

/** How a cost grows, with how the cost of the baseline does. */
export function growthRow(what: string, [few, many, most]: Growing, baseline?: Growing): Row {
  const growth = most / many;
  const other = baseline && baseline[2] / baseline[1];
  return row(`— ${what}: 1,000 → 10,000`, {
    target: 'linear: about 10 ×',
    measured: `${times(growth)} (${[few, many, most].map(milliseconds).join(', ')})`,
    ...(other !== undefined && { baseline: times(other), ratio: times(growth / other) }),
    verdict: verdict(growth <= linear || (other !== undefined && growth <= 1.5 * other)),
  });
}

/** As a list that grows with the sizes. */
export function growing(values: readonly number[]): Growing {
  const [few = NaN, many = NaN, most = NaN] = values;
  return [few, many, most];
}
