import path from 'node:path';
import process from 'node:process';
import { format } from 'node:util';
import { ellipsize, visibleText } from '../../src/base/text';
import { compiledTests } from '../host/paths';
import { mochaHooks } from './mochaHooks';
import { countsOf, type TestResult, slowestOf, type Timing } from './progress';

export interface TestOrder {
  /** Paths of compiled tests relative to `out/test/`, in the order in which they run. */
  readonly files: readonly string[];
  /** Only tests whose full title matches it as a regular expression, in any case. */
  readonly grep?: string | undefined;
  /** All tests but those. */
  readonly invert?: boolean;
  /** Number of processes that take the files one by one. In this process, all files together, if unset. */
  readonly jobs?: number | undefined;
  /** Deadline of one test in milliseconds. */
  readonly timeout: number;
  /** Reports each test as it ends; otherwise each file, and the tests that failed or were skipped. */
  readonly verbose: boolean;
}

const reasonLength = 300;

/**
 * Runs compiled tests with mocha.
 * @param write gets the report one line at a time, and an empty one whenever a test has ended
 * @throws {Error} If a test file can't be loaded.
 */
export async function mochaRun(order: TestOrder, write: (line: string) => void): Promise<TestResult> {
  const { grep, invert, jobs, timeout, verbose } = order;
  // Imported here and not at the top: in an extension host, an ES module can't be required.
  const { default: Mocha } = await import('mocha');
  const { Base } = Mocha.reporters;
  Base.consoleLog = (...data: unknown[]) => write(format(...data));
  const mocha = new Mocha({
    ui: 'bdd',
    reporter: verbose ? 'spec' : Base,
    timeout,
    jobs,
    require: [path.join(compiledTests, 'support', 'mochaHooks.js')],
    ...(jobs === undefined && { rootHooks: mochaHooks }),
    forbidOnly: process.env['CI'] !== undefined,
  });
  mocha.parallelMode(jobs !== undefined);
  if (grep !== undefined) mocha.grep(new RegExp(grep, 'i'));
  if (invert) mocha.invert();
  for (const file of order.files) mocha.addFile(path.resolve(compiledTests, file));

  const failures: string[] = [];
  const timings: Timing[] = [];
  const { stats } = await new Promise<Mocha.Runner>((resolve) => {
    const runner = mocha.run(() => resolve(runner));
    runner.on('fail', (test, error: unknown) =>
      failures.push(`${sourceOf(test)}: ${test.fullTitle()}: ${reasonOf(error)}`),
    );
    const note = (each: Mocha.Runnable) =>
      timings.push({ title: each.fullTitle(), seconds: (each.duration ?? 0) / 1000 });
    runner.on('test end', note).on('hook end', note);
    if (!verbose) reportFiles(runner, order.files.length, write, (failed) => Base.list(failed as Mocha.Test[]));
  });
  const { passes: passed = 0, pending = 0 } = stats ?? {};
  return { passed, failed: failures.length, pending, failures, slowest: slowestOf(timings) };
}

/** Writes a line for each file when the next one begins: the events of two files never mix. */
function reportFiles(
  runner: Mocha.Runner,
  of: number,
  write: (line: string) => void,
  list: (failed: readonly (Mocha.Hook | Mocha.Test)[]) => void,
): void {
  let done = 0;
  let current: { readonly source: string; readonly events: (Mocha.Hook | Mocha.Test)[] } | undefined;
  const failed: (Mocha.Hook | Mocha.Test)[] = [];
  const end = () => {
    if (!current) return;
    const { source, events } = current;
    if (failed.length > 0) list(failed);
    const tests = events.filter(({ type }) => type === 'test');
    const count = (state: string) => tests.filter((test) => (test.state ?? 'pending') === state).length;
    const counts = { passed: count('passed'), failed: failed.length, pending: count('pending') };
    const seconds = events.reduce((sum, { duration = 0 }) => sum + duration / 1000, 0);
    write(`${++done}/${of} ${source}: ${countsOf(counts, seconds)}`);
    failed.length = 0;
  };
  const take = (each: Mocha.Hook | Mocha.Test) => {
    const source = sourceOf(each);
    if (source !== '' && source !== current?.source) {
      end();
      current = { source, events: [] };
    }
    current?.events.push(each);
    write('');
  };
  runner.on('hook end', take).on('test end', take);
  runner.on('pending', (test) => write(`  - skipped: ${test.fullTitle()}`));
  runner.on('fail', (test: Mocha.Hook | Mocha.Test) => {
    if (test.type === 'hook') take(test);
    failed.push(test);
  });
  runner.once('end', end);
}

/** Path of the source file of a test or a hook, relative to `test/`; empty for the hooks that all have. */
function sourceOf({ file }: Mocha.Runnable): string {
  if (file === undefined) return '';
  return path.relative(compiledTests, file).replaceAll(path.sep, '/').replace(/\.js$/, '.ts');
}

/** The beginning of an error's message, in one line. */
function reasonOf(error: unknown): string {
  // From another process, it comes as a plain object.
  const { message = String(error) } = error as Partial<Error>;
  return ellipsize(visibleText(message), reasonLength);
}
