import type { MochaResult } from './mochaRun';

/** Global, since the compiled test files share no variables, but one process runs them all. */
const shared = globalThis as { atLastTests?: Map<string, () => Promise<void>> };

/** Cleanup after the last test of a process, for what tests have in common; it may fail like a test. */
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
