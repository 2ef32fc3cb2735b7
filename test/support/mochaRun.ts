import path from 'node:path';
import process from 'node:process';
import { format } from 'node:util';
import { ellipsize, visibleText } from '../../src/base/common/text';
import { shuffled } from './shuffled';

export interface MochaRunOptions {
  /** Absolute paths of compiled tests, in the order in which they run. */
  readonly files: readonly string[];
  /** Runs only tests whose full title contains this or matches it as a regular expression. */
  readonly grep?: string | undefined;
  /** Deadline of one test in milliseconds, 10 s by default. */
  readonly timeout?: number;
  /** Reports each test as it ends; otherwise only those that failed or were skipped. */
  readonly verbose?: boolean;
  /** Draws the order from this seed; if unset, tests run as they are written. */
  readonly seed?: number | undefined;
  /** Unit of the random order: `suites` where tests may depend on the ones before, as in a window. Tests by default. */
  readonly drawn?: 'suites' | 'tests';
  /** Words of the full titles of tests that aren't run. Each must occur in at least one. */
  readonly left?: readonly string[];
  /** Gets the report one line at a time; standard output by default. */
  readonly write?: (line: string) => void;
}

/** Duration of a test or a hook. */
export interface Timing {
  readonly title: string;
  readonly seconds: number;
}

export interface MochaResult {
  readonly passed: number;
  /** Failed tests and hooks. */
  readonly failed: number;
  readonly pending: number;
  /** Full titles of the failed ones, each with the beginning of its reason. */
  readonly failures: readonly string[];
  /** The slowest, at most {@link mostTimings}, slowest first. */
  readonly slowest: readonly Timing[];
}

/** Number of timings that the end of a run shows. */
export const mostTimings = 10;

/** Of a reason at the end of a run, in characters. */
const reasonLength = 300;

/**
 * Runs compiled tests with mocha in this process.
 * @throws {Error} If a test file can't be loaded.
 */
export async function mochaRun(options: MochaRunOptions): Promise<MochaResult> {
  const {
    files,
    grep,
    timeout = 10_000,
    verbose = true,
    seed,
    drawn = 'tests',
    left = [],
    write = (line) => console.log(line),
  } = options;
  // Imported here and not at the top: VS Code 1.100 can't `require` an ES module.
  const { default: Mocha } = await import('mocha');
  const { Base } = Mocha.reporters;
  Base.consoleLog = (...data: unknown[]) => write(format(...data));
  class Quiet extends Base {
    constructor(runner: Mocha.Runner, mochaOptions?: Mocha.MochaOptions) {
      super(runner, mochaOptions);
      // Tells the listener that the run continues.
      runner.on('test end', () => write(''));
      runner.on('pending', (test) => write(`  - skipped: ${test.fullTitle()}`));
      runner.once('end', () => {
        if (this.failures.length > 0) Base.list(this.failures);
      });
    }
  }
  class LoadedFirst extends Mocha {
    /** Loads the files now, and not again when they are run. */
    load(): void {
      this.loadFiles();
      this.files = [];
    }
  }
  const mocha = new LoadedFirst({
    ui: 'bdd',
    reporter: verbose ? 'spec' : Quiet,
    timeout,
    forbidOnly: process.env['CI'] !== undefined,
  });
  if (grep !== undefined) mocha.grep(new RegExp(grep, 'i'));
  for (const file of files) mocha.addFile(file);
  if (seed !== undefined || left.length > 0) mocha.load();
  for (const words of left) {
    const count = leave(mocha.suite, words);
    if (count === 0) throw new Error(`No test is called "${words}", so it can't be left out.`);
    write(`  - left to npm run test:all: "${words}"${count > 1 ? `, ${count} tests` : ''}`);
  }
  if (seed !== undefined) shuffle(mocha.suite, `${seed} ${files.map((file) => path.basename(file)).join()}`, drawn);

  const failures: string[] = [];
  const timings: Timing[] = [];
  const note = (each: Mocha.Runnable) =>
    timings.push({ title: each.fullTitle(), seconds: (each.duration ?? 0) / 1000 });
  const { stats } = await new Promise<Mocha.Runner>((resolve) => {
    const runner = mocha.run(() => resolve(runner));
    runner.on('fail', (test, error: unknown) => failures.push(`${test.fullTitle()}: ${reasonOf(error)}`));
    runner.on('test end', note).on('hook end', note);
  });
  // Otherwise, this process would listen for its errors one more time with each run.
  mocha.dispose();
  const { passes: passed = 0, pending = 0 } = stats ?? {};
  return { passed, failed: failures.length, pending, failures, slowest: slowestOf(timings) };
}

/** The slowest of all, slowest first. */
export function slowestOf(timings: readonly Timing[]): readonly Timing[] {
  return timings.toSorted((a, b) => b.seconds - a.seconds).slice(0, mostTimings);
}

/** The beginning of an error's message, in one line. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return ellipsize(visibleText(message), reasonLength);
}

/** A run without any test counts as one failure: a misspelled title would look like success. */
export function withoutTests(result: MochaResult, where: string, grep: string | undefined): string | undefined {
  const { passed, failed, pending } = result;
  if (passed + failed + pending > 0) return undefined;
  return grep === undefined ? `No test was found in ${where}` : `No test in ${where} is called ${grep}`;
}

/** Removes tests; a suite without tests has no hooks to run either. */
function leave(suite: Mocha.Suite, words: string): number {
  const before = suite.tests.length;
  suite.tests = suite.tests.filter((test) => !test.fullTitle().includes(words));
  return suite.suites.reduce((count, inner) => count + leave(inner, words), before - suite.tests.length);
}

function shuffle(suite: Mocha.Suite, seed: string, drawn: 'suites' | 'tests'): void {
  suite.suites = shuffled(suite.suites, `${seed} ${suite.fullTitle()}`);
  if (drawn === 'suites') return;
  suite.tests = shuffled(suite.tests, `${seed} ${suite.fullTitle()}`);
  for (const inner of suite.suites) shuffle(inner, seed, drawn);
}
