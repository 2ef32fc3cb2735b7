import process from 'node:process';
import { atLastTests } from './atLastTests';
import { shuffled } from './shuffled';

/** What every run of mocha does before the first test and after the last one of a process or a file. */
export const mochaHooks: Mocha.RootHookObject = {
  beforeAll(this: Mocha.Context) {
    const { SHUFFLE_SEED: seed, MOCHA_WORKER_ID: worker } = process.env;
    const root = this.test?.parent;
    // In a window, a test may depend on the one before.
    if (seed !== undefined && worker !== undefined && root) shuffle(root, seed);
  },
  afterAll: () => atLastTests.run(),
};

function shuffle(suite: Mocha.Suite, seed: string): void {
  const drawn = `${seed} ${suite.fullTitle()}`;
  suite.tests = shuffled(suite.tests, drawn);
  suite.suites = shuffled(suite.suites, drawn);
  for (const inner of suite.suites) shuffle(inner, seed);
}
