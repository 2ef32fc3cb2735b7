import type { TargetNote } from '../../../src/repository/target';

/** The kind of a note, and what it says about that: "!ahead 2", "!detached abc rebase". */
export function noteWords({ kind, ...about }: TargetNote): string {
  const words = Object.values<string | number | object>(about).map((value) =>
    typeof value === 'object' ? Object.values(value).join('+') : value,
  );
  return [`!${kind}`, ...words].join(' ');
}
