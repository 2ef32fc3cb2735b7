/** One line of the table; all of it words and figures as they are shown. */
export interface Row {
  readonly what: string;
  readonly measured: string;
  /** The limit that users ask for; absent for figures that are only a part of another. */
  readonly target?: string;
  readonly isMet?: boolean;
  /** The same without us, measured in the same run. */
  readonly baseline?: string;
  readonly ratio?: string;
}

interface Compared {
  readonly measured: number;
  readonly baseline: number;
  /** The name of the baseline. */
  readonly to: string;
  /** How many times the baseline it may take. */
  readonly most?: number;
}

/** Milliseconds next to those of a baseline. */
export function compared(what: string, { measured, baseline, to, most }: Compared): Row {
  const ratio = measured / baseline;
  return {
    what,
    measured: milliseconds(measured),
    baseline: `${milliseconds(baseline)} (${to})`,
    ratio: times(ratio),
    ...(most !== undefined && { target: `≤ ${most} × the baseline`, isMet: ratio <= most }),
  };
}

export function milliseconds(value: number): string {
  return `${value.toFixed(value < 10 ? 2 : 0)} ms`;
}

export function times(ratio: number): string {
  return `${ratio.toFixed(2)} ×`;
}
