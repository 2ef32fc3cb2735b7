// What `npm test` leaves to `npm run test:all`, which leaves nothing out. Files as they lie below test/<layer>/.

/** On the oldest VS Code, `npm test` runs these alone: what has differed between versions, and what everybody does. */
export const smokeTests: Readonly<Record<'editor' | 'interface', readonly string[]>> = {
  editor: [
    'activation.test.ts',
    'drafts.test.ts',
    'hostFetch.test.ts',
    'secrets.test.ts',
    'settingsStore.test.ts',
    'startFlow.test.ts',
  ],
  interface: ['drafts.test.ts', 'firstRun.test.ts'],
};

/** What `npm test` leaves out on every VS Code, since it finds what builds up in weeks. */
export const longTests: Readonly<Record<'editor' | 'interface', readonly string[]>> = {
  editor: ['soak.test.ts'],
  interface: [],
};

/** How many hostile answers the fuzz run makes, unless FUZZ_RUNS says: see unit/client/fuzz.test.ts. */
export const fuzzRuns = { fast: 2_000, all: 20_000 } as const;
