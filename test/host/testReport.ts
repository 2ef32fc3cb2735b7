import { readFile, writeFile } from 'node:fs/promises';
import type { MochaResult } from '../support/mochaRun';

/** Names of the environment variables that tell a run inside another process what to do. */
export const testVariables = {
  /** File the result is written to, as JSON. */
  report: 'AGENT_CONVERSATIONS_TEST_REPORT',
  /** File the readable output is appended to, line by line. */
  output: 'AGENT_CONVERSATIONS_TEST_OUTPUT',
  /** Titles to run; all when unset. */
  grep: 'AGENT_CONVERSATIONS_TEST_GREP',
  /** The files to run, as {@link layerFiles} names them, separated by commas; all when unset. */
  files: 'AGENT_CONVERSATIONS_TEST_FILES',
  /** Number that determines a random order of tests; when unset, they run in the order in which they are written. */
  shuffle: 'AGENT_CONVERSATIONS_TEST_SHUFFLE',
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

export interface TestReport extends MochaResult {
  /** The version that VS Code itself reports; absent where none was involved. */
  readonly vscodeVersion?: string;
}

export async function writeReport(file: string, report: TestReport): Promise<void> {
  await writeFile(file, JSON.stringify(report));
}

/** @returns `undefined` when the run ended before it could report. */
export async function readReport(file: string): Promise<TestReport | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as TestReport;
  } catch {
    return undefined;
  }
}
