import path from 'node:path';
import * as vscode from 'vscode';
import { orderOf, writeReport } from '../host/testReport';
import { mochaRun } from '../support/mochaRun';
import { sum } from '../support/progress';
import { say } from '../support/say';

/** Checks the effect of the first load of the client on the host. The others load it when they are loaded themselves. */
const first = path.join('editor', 'hostFetch.test.js');

/**
 * Entry point in VS Code's extension host: runs the tests of an order.
 * @throws {Error} If a test failed; VS Code then ends with an exit code.
 */
export async function run(): Promise<void> {
  const order = orderOf(process.env);
  const results = [];
  for (const files of [order.files.filter((file) => file === first), order.files.filter((file) => file !== first)])
    if (files.length > 0) results.push(await mochaRun({ ...order, files }, say));
  const result = sum(results);
  await writeReport({ ...result, vscodeVersion: vscode.version });
  if (result.failed > 0) throw new Error(`${result.failed} failed`);
}
