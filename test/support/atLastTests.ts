/** Global, since the compiled test files share no variables, but one process runs them all. */
const shared = globalThis as { atLastTests?: Map<string, () => Promise<void>> };

/** Cleanup after the last test of a process, for what tests have in common; it may fail like a test. */
export const atLastTests = {
  add(title: string, end: () => Promise<void>): void {
    (shared.atLastTests ??= new Map()).set(title, end);
  },

  async run(): Promise<void> {
    const ends = [...(shared.atLastTests?.values() ?? [])];
    shared.atLastTests?.clear();
    for (const end of ends) await end();
  },
};
