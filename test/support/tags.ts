import type { TestOrder } from './mochaRun';

/** Words in the titles of tests, by which mocha selects them. */
export const tags = { slow: '@slow', bothEnds: '@both-ends' } as const;

/** True if a run in this order is for a test with this full title. */
export function isWanted({ grep, invert = false }: TestOrder, title: string): boolean {
  return grep === undefined || new RegExp(grep, 'i').test(title) !== invert;
}

/** `it` and `describe` for the tests of one kind. */
interface Tagged {
  it(title: string, test: Mocha.Func | Mocha.AsyncFunc): Mocha.Test;
  describe(title: string, suite: (this: Mocha.Suite) => void): Mocha.Suite;
}

/** Tests of the usual kind, beside others in one table. */
export const always: Tagged = {
  it: (title, test) => it(title, test as Mocha.Func),
  describe: (title, suite) => describe(title, suite),
};

/**
 * Tests that only `npm run test:all` runs. No other test of their suite may depend on them.
 * @param reason why `npm test` can do without: which faster test has the same, or what takes so long
 */
export function slow(reason: string): Tagged {
  return tagged(tags.slow, reason);
}

/**
 * Tests that `npm test` also runs on the oldest VS Code, or on the Node of the newest one.
 * @param reason what has differed between versions, or that everyone does it
 */
export function bothEnds(reason: string): Tagged {
  return tagged(tags.bothEnds, reason);
}

function tagged(tag: string, reason: string): Tagged {
  if (reason === '') throw new Error(`A test is ${tag} without a reason.`);
  return {
    it: (title, test) => it(`${title} ${tag}`, test as Mocha.Func),
    describe: (title, suite) => describe(`${title} ${tag}`, suite),
  };
}
