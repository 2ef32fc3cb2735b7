import { readFile, writeFile } from 'node:fs/promises';
import process from 'node:process';
import type { TestOrder } from '../support/mochaRun';
import type { TestResult } from '../support/progress';

/** Names of the environment variables that tell a run inside another process what to do. */
export const testVariables = {
  /** What to run, as JSON: a {@link TestOrder}. */
  order: 'AGENT_CONVERSATIONS_TEST_ORDER',
  /** File the result is written to, as JSON. */
  report: 'AGENT_CONVERSATIONS_TEST_REPORT',
  /** File the readable output is appended to, line by line; standard output when unset. */
  output: 'AGENT_CONVERSATIONS_TEST_OUTPUT',
  /** Set where `npm test` leaves tests to `npm run test:all`. */
  leaves: 'AGENT_CONVERSATIONS_TEST_LEAVES',
  /** VS Code version to run on, `major.minor.patch`; the newest when unset. */
  vscode: 'AGENT_CONVERSATIONS_TEST_VSCODE',
  /** Folder of the unpacked VSIX; packaged again when unset. */
  extension: 'AGENT_CONVERSATIONS_TEST_EXTENSION',
} as const;

/**
 * Rows of a long table that each of several tests goes through; where tests are left to `npm run test:all`, only a few
 * of them, different ones for each test, so that together they go through all.
 * @param test the position of the test among those
 * @param every which of the rows: every third one, or every so many
 */
export function shareOf<T>(rows: readonly T[], test: number, every = 3): readonly T[] {
  const { [testVariables.leaves]: leaves } = process.env;
  return leaves === undefined ? rows : rows.filter((_, index) => (index + test) % every === 0);
}

/** The environment of a process that runs tests: what to run, and where the result goes. */
export function orderedIn(order: TestOrder, report: string): Record<string, string> {
  return { [testVariables.order]: JSON.stringify(order), [testVariables.report]: report };
}

/** What this process is to run. */
export function orderOf({ [testVariables.order]: order = '' }: NodeJS.ProcessEnv): TestOrder {
  return JSON.parse(order) as TestOrder;
}

export async function writeReport(result: TestResult): Promise<void> {
  const { [testVariables.report]: report } = process.env;
  if (report !== undefined) await writeFile(report, JSON.stringify(result));
}

/** @throws {Error} If the run ended before it could report. */
export async function readReport(file: string): Promise<TestResult> {
  const text = await readFile(file, 'utf8').catch(() => '');
  if (text === '') throw new Error('The tests ended before they could report.');
  return JSON.parse(text) as TestResult;
}
