import process from 'node:process';
import fc from 'fast-check';
import { atLastTests } from './atLastTests';
import { shuffled } from './shuffled';

const { SHUFFLE_SEED: shuffleSeed } = process.env;

// Looking further is for the longer run, whose seed is new each time: a change isn't refused for what it didn't touch.
fc.configureGlobal({
  seed: Number(shuffleSeed ?? 20_261_124),
  ...(process.env['PROPERTY_RUNS'] && { numRuns: Number(process.env['PROPERTY_RUNS']) }),
});

/** What every run of mocha does before the first test and after the last one of a process or a file. */
export const mochaHooks: Mocha.RootHookObject = {
  beforeAll(this: Mocha.Context) {
    const { MOCHA_WORKER_ID: worker } = process.env;
    const root = this.test?.parent;
    // In a window, a test may depend on the one before.
    if (shuffleSeed !== undefined && worker !== undefined && root) shuffle(root, shuffleSeed);
  },
  afterAll: () => atLastTests.run(),
};

function shuffle(suite: Mocha.Suite, seed: string): void {
  const drawn = `${seed} ${suite.fullTitle()}`;
  suite.tests = shuffled(suite.tests, drawn);
  suite.suites = shuffled(suite.suites, drawn);
  for (const inner of suite.suites) shuffle(inner, seed);
}
