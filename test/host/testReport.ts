import { readFile, writeFile } from 'node:fs/promises';
import process from 'node:process';
import type { TestOrder } from '../support/mochaRun';
import type { TestResult } from '../support/progress';

/** Names of the environment variables that tell a run inside another process what to do. */
export const testVariables = {
  order: 'AGENT_CONVERSATIONS_TEST_ORDER',
  /** File the result is written to, as JSON. */
  report: 'AGENT_CONVERSATIONS_TEST_REPORT',
  /** File the readable output is appended to, line by line; standard output when unset. */
  output: 'AGENT_CONVERSATIONS_TEST_OUTPUT',
  /** VS Code version to run on, `major.minor.patch`; the newest when unset. */
  vscode: 'AGENT_CONVERSATIONS_TEST_VSCODE',
  /** Folder of the unpacked VSIX; packaged again when unset. */
  extension: 'AGENT_CONVERSATIONS_TEST_EXTENSION',
  /** Set if screenshots are taken where tests ask for them. */
  screenshots: 'AGENT_CONVERSATIONS_TEST_SCREENSHOTS',
} as const;

/** True in a run of tests whose windows nobody looks at, not even later: it takes no screenshots of what passes. */
export function isUnseen(): boolean {
  const { [testVariables.order]: order, [testVariables.screenshots]: screenshots } = process.env;
  return order !== undefined && screenshots === undefined;
}

/** The environment of a process that runs tests: what to run, and where the result goes. */
export function orderedIn(order: TestOrder, report: string): Record<string, string> {
  return { [testVariables.order]: JSON.stringify(order), [testVariables.report]: report };
}

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
