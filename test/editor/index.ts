import * as vscode from 'vscode';
import { testVariables, writeReport } from '../host/testReport';
import { mochaRun } from '../support/mochaRun';
import { say } from '../support/say';

/**
 * What VS Code calls in its extension host: runs every test beside this file.
 * @throws {Error} When a test failed; VS Code ends with an exit code for it.
 */
export async function run(): Promise<void> {
  const { [testVariables.report]: report, [testVariables.output]: output, [testVariables.grep]: grep } = process.env;
  const result = await mochaRun({
    folder: __dirname,
    // Looks at what the first load of the client does to the host; every other test may load it.
    first: 'hostFetch.test.js',
    grep,
    timeout: 30_000,
    ...(output && { write: say }),
  });
  if (report) await writeReport(report, { ...result, vscodeVersion: vscode.version });
  if (result.failed > 0) throw new Error(`${result.failed} failed`);
}
