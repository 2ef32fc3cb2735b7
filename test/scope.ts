// What `npm test` leaves to `npm run test:all`, which leaves nothing out. Files as they lie below test/<layer>/.

type Windows = 'editor' | 'interface';

/** On the oldest VS Code, `npm test` runs these alone: what has differed between versions, and what everybody does. */
export const smokeTests: Readonly<Record<Windows, readonly string[]>> = {
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

/** A file as a whole, or the tests whose full title has one of these words in it. */
export type Left = 'whole' | readonly string[];

/**
 * What `npm test` leaves out on every VS Code: what finds what builds up in weeks, and what is shown in a window once more
 * although a test that is quicker holds it. No test that is left out is one that another one of its suite stands on.
 */
export const leftToAll: Readonly<Record<string, Readonly<Record<string, Left>>>> = {
  editor: {
    'soak.test.ts': 'whole',
  },
  interface: {},
};

/** How many hostile answers the fuzz run makes, unless FUZZ_RUNS says: see unit/client/fuzz.test.ts. */
export const fuzzRuns = { fast: 2_000, all: 20_000 } as const;

/** The files that a layer leaves as a whole. */
export function filesLeft(layer: string): readonly string[] {
  return Object.entries(leftToAll[layer] ?? {}).flatMap(([file, left]) => (left === 'whole' ? [file] : []));
}

/** Words of the titles that are left of these files. */
export function titlesLeft(layer: string, files: readonly string[]): readonly string[] {
  return files.flatMap((file) => {
    const left = leftToAll[layer]?.[file] ?? [];
    return left === 'whole' ? [] : left;
  });
}
