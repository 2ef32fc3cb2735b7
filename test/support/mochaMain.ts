// node out/test/support/mochaMain.js <folder of compiled tests> [title]
// What to do with the result is told by the environment, see testReport.ts.
import path from 'node:path';
import process from 'node:process';
import { testVariables, writeReport } from '../host/testReport';
import { mochaRun } from './mochaRun';

async function main(): Promise<void> {
  const [folder, grep] = process.argv.slice(2);
  if (!folder) throw new Error('usage: mochaMain <folder of compiled tests> [title]');
  // A window takes seconds to open; what has no window finds out soon enough.
  const timeout = path.basename(folder) === 'interface' ? 240_000 : 30_000;
  const result = await mochaRun({ folder: path.resolve(folder), grep, timeout });
  const report = process.env[testVariables.report];
  if (report) await writeReport(report, result);
  // Exits even when a test has left something open, which must not hold up the layers to come.
  process.exit(result.failed > 0 ? 1 : 0);
}

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
