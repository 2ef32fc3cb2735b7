// node out/test/support/mochaMain.js <layer> [title], started by host/testProcess.ts: messages say which files to run.
import process from 'node:process';
import { testVariables } from '../host/testReport';
import { titlesLeft } from '../scope';
import { atLastTests } from './atLastTests';
import { type MochaResult, mochaRun } from './mochaRun';
import { compiledTest } from './testFiles';

/** Order to the process: to run files, or to end what tests have left for the next ones and then itself. */
export interface TestOrder {
  readonly files: readonly string[] | 'none';
}

export type TestAnswer = MochaResult | { readonly error: string };

const [layer = '', grep] = process.argv.slice(2);
const { [testVariables.shuffle]: seed, [testVariables.leaves]: leaves } = process.env;

async function obey({ files }: TestOrder): Promise<TestAnswer> {
  try {
    if (files === 'none') return await atLastTests.run();
    return await mochaRun({
      files: files.map((file) => compiledTest(layer, file)),
      grep,
      verbose: grep !== undefined,
      // A window takes seconds to open; without one, a short deadline is enough.
      timeout: layer === 'interface' ? 240_000 : 30_000,
      ...(seed !== undefined && { seed: Number(seed) }),
      drawn: layer === 'interface' ? 'suites' : 'tests',
      ...(leaves !== undefined && { left: titlesLeft(layer, files) }),
    });
  } catch (error) {
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

process.on('message', (order: TestOrder) => {
  void obey(order).then((answer) => {
    // The output must arrive first.
    process.stdout.write('', () => {
      process.send?.(answer, () => {
        // Exits even if a test has left something open.
        if (order.files === 'none') process.exit(0);
      });
    });
  });
});
process.on('disconnect', () => process.exit(1));
