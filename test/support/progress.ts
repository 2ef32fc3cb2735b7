/** Duration of a test or a hook. */
export interface Timing {
  readonly title: string;
  readonly seconds: number;
}

export interface Counts {
  readonly passed: number;
  /** Failed tests and hooks. */
  readonly failed: number;
  readonly pending: number;
}

/** Result of a part of a run. */
export interface TestResult extends Counts {
  /** File and full title of the failed ones, each with the beginning of its reason. */
  readonly failures: readonly string[];
  /** The slowest, at most {@link mostTimings}, slowest first. */
  readonly slowest: readonly Timing[];
  /** The version that VS Code itself reports; absent where none was involved. */
  readonly vscodeVersion?: string;
}

/** Number of timings that the end of a run shows. */
const mostTimings = 10;

/** The slowest of all, slowest first. */
export function slowestOf(timings: readonly Timing[]): readonly Timing[] {
  return timings.toSorted((a, b) => b.seconds - a.seconds).slice(0, mostTimings);
}

/** `4 passed, 1 failed, 2 skipped, 3.2 s`. */
export function countsOf({ passed, failed, pending }: Counts, seconds: number): string {
  const counts = [
    `${passed} passed`,
    ...(failed ? [`${failed} failed`] : []),
    ...(pending ? [`${pending} skipped`] : []),
  ];
  return [...counts, `${seconds.toFixed(1)} s`].join(', ');
}

/** Prefixes whole lines; an unfinished one waits for its end. */
export class PrefixedLines {
  readonly #prefix: string;
  readonly #write: (text: string) => void;
  #rest = '';

  constructor(prefix: string, write: (text: string) => void) {
    this.#prefix = prefix;
    this.#write = write;
  }

  take(chunk: string | Buffer): void {
    const lines = (this.#rest + chunk.toString()).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) if (line.trim() !== '') this.#write(`${this.#prefix}${line}\n`);
  }

  end(): void {
    if (this.#rest !== '') this.take('\n');
  }
}

/** Sum of all results. */
export function sum(results: readonly TestResult[]): TestResult {
  const total = (count: (result: TestResult) => number) => results.reduce((all, result) => all + count(result), 0);
  return {
    passed: total(({ passed }) => passed),
    failed: total(({ failed }) => failed),
    pending: total(({ pending }) => pending),
    failures: results.flatMap(({ failures }) => failures),
    slowest: slowestOf(results.flatMap(({ slowest }) => slowest)),
  };
}

/** `1:04` or `12.3 s`. */
export function duration(seconds: number): string {
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  return `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')} min`;
}

export function timingLine({ title, seconds }: Timing): string {
  return `${seconds.toFixed(1).padStart(7)} s  ${title}`;
}
