// node out/test/support/mochaMain.js <layer> [title], started by host/testProcess.ts: told by messages which files to run.
import process from 'node:process';
import { testVariables } from '../host/testReport';
import { titlesLeft } from '../scope';
import { atLastTests } from './atLastTests';
import { type MochaResult, mochaRun } from './mochaRun';
import { compiledTest } from './testFiles';

/** What the process is told: to run files, or to end what tests have left for the next ones and then itself. */
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
      // A window takes seconds to open; what has no window finds out soon enough.
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
    // What was printed is to arrive first.
    process.stdout.write('', () => {
      process.send?.(answer, () => {
        // Exits even when a test has left something open.
        if (order.files === 'none') process.exit(0);
      });
    });
  });
});
process.on('disconnect', () => process.exit(1));
