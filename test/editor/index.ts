import * as vscode from 'vscode';
import { testVariables, writeReport } from '../host/testReport';
import { titlesLeft } from '../scope';
import { type MochaResult, mochaRun } from '../support/mochaRun';
import { countsOf, sum } from '../support/progress';
import { say } from '../support/say';
import { shuffled } from '../support/shuffled';
import { compiledTest } from '../support/testFiles';

/** Checks the effect of the first load of the client on the host. Every other test may load it. */
const first = 'hostFetch.test.ts';

/**
 * Entry point in VS Code's extension host: runs the tests in this folder.
 * @throws {Error} If a test failed; VS Code then ends with an exit code.
 */
export async function run(): Promise<void> {
  const { [testVariables.report]: report, [testVariables.grep]: grep, [testVariables.files]: named } = process.env;
  const files = inOrder((named ?? '').split(',').filter((file) => file !== ''));
  const result = grep === undefined ? await oneByOne(files) : await runOf(files, grep);
  if (report) await writeReport(report, { ...result, vscodeVersion: vscode.version });
  if (result.failed > 0) throw new Error(`${result.failed} failed`);
}

function inOrder(files: readonly string[]): readonly string[] {
  const { [testVariables.shuffle]: seed } = process.env;
  const order = seed === undefined ? files : shuffled(files, seed);
  return [...order.filter((file) => file === first), ...order.filter((file) => file !== first)];
}

async function oneByOne(files: readonly string[]): Promise<MochaResult> {
  const results: MochaResult[] = [];
  for (const [index, file] of files.entries()) {
    const start = performance.now();
    const result = await runOf([file]);
    results.push(result);
    say(`${index + 1}/${files.length} ${file}: ${countsOf(result, (performance.now() - start) / 1000)}`);
  }
  return sum(results);
}

function runOf(files: readonly string[], grep?: string): Promise<MochaResult> {
  const { [testVariables.output]: output, [testVariables.shuffle]: seed, [testVariables.leaves]: leaves } = process.env;
  return mochaRun({
    files: files.map((file) => compiledTest('editor', file)),
    grep,
    timeout: 30_000,
    verbose: grep !== undefined,
    ...(seed !== undefined && { seed: Number(seed) }),
    drawn: 'suites',
    ...(leaves !== undefined && { left: titlesLeft('editor', files) }),
    ...(output && { write: say }),
  });
}
