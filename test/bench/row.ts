/** One line of the table; all of it words and figures as they are shown. */
export interface Row {
  readonly what: string;
  /** The limit that users ask for; empty for figures that are only a part of another. */
  readonly target: string;
  readonly measured: string;
  /** The same without us, measured in the same run; empty where there is no such thing. */
  readonly baseline: string;
  /** Measured over baseline; empty without a baseline. */
  readonly ratio: string;
  readonly verdict: string;
}

/** A line of which only some columns say something. */
export function row(what: string, columns: Partial<Omit<Row, 'what'>>): Row {
  return { what, target: '', measured: '', baseline: '', ratio: '', verdict: '', ...columns };
}

export function verdict(met: boolean): string {
  return met ? 'met' : 'missed';
}

export function milliseconds(value: number): string {
  return `${value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0)} ms`;
}

export function times(ratio: number): string {
  return `${ratio.toFixed(ratio < 10 ? 2 : 1)} ×`;
}

export function mebibytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(2)} MiB`;
}
