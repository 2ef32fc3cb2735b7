import type { MochaResult } from './mochaRun';

/** The compiled files of tests share no variables, and the process that runs them all has this one. */
const shared = globalThis as { atLastTests?: Map<string, () => Promise<void>> };

/** What is to be ended after the last test of a process, because tests have it in common; it may fail as a test does. */
export const atLastTests = {
  add(title: string, end: () => Promise<void>): void {
    (shared.atLastTests ??= new Map()).set(title, end);
  },

  async run(): Promise<MochaResult> {
    const failures: string[] = [];
    for (const [title, end] of shared.atLastTests ?? []) {
      try {
        await end();
      } catch (error) {
        failures.push(title);
        console.log(`  ${title}`, error);
      }
    }
    shared.atLastTests?.clear();
    return { passed: 0, failed: failures.length, pending: 0, failures, slowest: [] };
  },
};
