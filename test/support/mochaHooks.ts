import process from 'node:process';
import fc from 'fast-check';
import { atLastTests } from './atLastTests';

const { SEED: seed, RUNS: runs } = process.env;

// Looking further is for the longer run, whose seed is new each time: a change isn't refused for what it didn't touch.
fc.configureGlobal({ seed: Number(seed ?? 20_261_124), ...(runs !== undefined && { numRuns: Number(runs) }) });

export const mochaHooks: Mocha.RootHookObject = { afterAll: () => atLastTests.run() };
