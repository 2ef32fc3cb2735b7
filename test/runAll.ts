// node out/test/runAll.js [--all] [layer] [title]: runs every layer, or the one named; with a title, only the tests
// that match it. Without --all, skips what test/scope.ts names.
import { availableParallelism } from 'node:os';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { Durations } from './host/durations';
import { cache, layers, type Step, type Worker } from './host/steps';
import { testVariables } from './host/testReport';
import { fuzzRuns } from './scope';
import { type MochaResult, withoutTests } from './support/mochaRun';
import { countsOf, duration, PrefixedLines, sum, timingLine } from './support/progress';

const failure = (title: string): MochaResult => ({ passed: 0, failed: 1, pending: 0, failures: [title], slowest: [] });

/** A step and its progress. */
class Course {
  readonly step: Step;
  readonly results: MochaResult[] = [];
  readonly #of: number;
  readonly #grep: string | undefined;
  readonly #durations: Durations;
  #begun = 0;
  #ended = 0;
  #done = 0;

  constructor(step: Step, grep: string | undefined, durations: Durations) {
    this.step = step;
    this.#durations = durations;
    this.#of = step.jobs.length;
    this.#grep = grep;
  }

  get hasMore(): boolean {
    return this.step.jobs.length > 0;
  }

  /** Time from the start of the first job to the end of the last one. */
  get seconds(): number {
    return (this.#ended - this.#begun) / 1000;
  }

  /** Takes jobs until none is left, with a worker of its own; if others run beside it, each line says whose it is. */
  async work(isAlone: boolean): Promise<void> {
    if (this.#begun === 0) this.#begin();
    const prefix = isAlone ? '' : `[${this.step.name}] `;
    const lines = new PrefixedLines(prefix, (text) => void process.stdout.write(text));
    // Test-by-test output keeps its empty lines; in other output, they are the sign that a test has ended.
    const isTold = isAlone && this.#grep !== undefined;
    const write = isTold ? (chunk: Buffer) => void process.stdout.write(chunk) : (chunk: Buffer) => lines.take(chunk);
    let worker: Worker | undefined;
    for (let job = this.step.jobs.shift(); job !== undefined; job = this.step.jobs.shift()) {
      const start = performance.now();
      let result: MochaResult;
      try {
        worker ??= await this.step.open(write);
        result = await worker.run(job);
      } catch (error) {
        // The next job gets a new worker.
        await worker?.end().catch(() => undefined);
        worker = undefined;
        console.log(`${prefix}${job}: ${error instanceof Error ? error.message : String(error)}`);
        result = failure(`${this.step.name}: ${job}`);
      }
      lines.end();
      this.results.push(result);
      this.#done++;
      const seconds = (performance.now() - start) / 1000;
      if (this.#grep === undefined) this.#durations.note(this.step.name, job, seconds);
      if (this.#of > 1) console.log(`${prefix}${this.#done}/${this.#of} ${job}: ${countsOf(result, seconds)}`);
    }
    if (worker)
      this.results.push(await worker.end().catch((error: unknown) => failure(`${this.step.name}: ${String(error)}`)));
    this.#ended = performance.now();
  }

  /** Result of all jobs. */
  get result(): MochaResult {
    const result = sum(this.results);
    const missing = withoutTests(result, this.step.name, this.#grep);
    if (missing === undefined) return result;
    console.log(missing);
    return failure(missing);
  }

  #begin(): void {
    this.#begun = performance.now();
    console.log(`=== ${this.step.name}${this.step.leavesOut ? ` (${this.step.leavesOut})` : ''}`);
  }
}

/**
 * Runs as many steps at once as there are cores. One worker takes the steps from the front, one from the back, and so
 * on, so that the longest, which is last, starts together with the first; one that finds nothing left to start helps
 * where something is left.
 */
async function runSideBySide(courses: readonly Course[]): Promise<void> {
  const jobs = courses.reduce((all, { step }) => all + step.jobs.length, 0);
  const abreast = Math.min(jobs, availableParallelism());
  const takeFrom = async (order: readonly Course[]): Promise<void> => {
    const next = order.find(({ hasMore }) => hasMore);
    if (!next) return;
    await next.work(abreast === 1);
    await takeFrom(order);
  };
  await Promise.all(
    Array.from({ length: abreast }, (_, index) => takeFrom(index % 2 === 0 ? courses : courses.toReversed())),
  );
}

/** Each test finds what it needs wherever it comes: the order is drawn again each time, unless the seed is given. */
function shuffle(): void {
  const seed = process.env['SHUFFLE_SEED'] ?? `${Math.floor(Math.random() * 2 ** 31)}`;
  console.log(`The tests run in random order; SHUFFLE_SEED=${seed} repeats it.`);
  process.env[testVariables.shuffle] = seed;
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { all: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const [only, grep] = positionals;
  const { all } = values;
  const known = Object.keys(layers);
  if (only !== undefined && !known.includes(only)) throw new Error(`${only} is not one of ${known.join(', ')}.`);
  if (all || process.env['SHUFFLE_SEED'] !== undefined) shuffle();
  if (!all && grep === undefined) process.env[testVariables.leaves] = 'yes';
  process.env['FUZZ_RUNS'] ??= String(all ? fuzzRuns.all : fuzzRuns.fast);

  const start = performance.now();
  const steps: Step[] = [];
  for (const name of known)
    if (only === undefined || name === only) steps.push(...((await layers[name]?.({ all, grep })) ?? []));
  const durations = new Durations(cache('durations.json'));
  if (process.env[testVariables.shuffle] === undefined)
    for (const { name, jobs } of steps) jobs.splice(0, jobs.length, ...durations.sorted(name, jobs));
  const courses = steps.map((step) => new Course(step, grep, durations));
  await runSideBySide(courses);
  durations.keep();

  console.log('');
  for (const course of courses) console.log(`=== ${course.step.name}: ${countsOf(course.result, course.seconds)}`);
  const total = sum(courses.map(({ result }) => result));
  if (grep === undefined && total.slowest.length > 0) {
    console.log(`\nThe slowest of ${duration((performance.now() - start) / 1000)}:`);
    for (const timing of total.slowest) console.log(timingLine(timing));
  }
  if (total.failed > 0) console.log(`\nFailed:\n${total.failures.map((title) => `  ${title}`).join('\n')}`);
  console.log(
    `\n${total.passed} passed, ${total.failed} failed${total.pending > 0 ? `, ${total.pending} skipped` : ''}`,
  );
  process.exit(total.failed > 0 ? 1 : 0);
}

main().catch((error: unknown) => {
  console.log(error instanceof Error ? error.message : error);
  console.log('\n0 passed, 1 failed');
  process.exit(1);
});
