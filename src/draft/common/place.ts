/** Lines of a text, counted from 1, the last one included. */
export interface LineRange {
  readonly first: number;
  readonly last: number;
  /** Columns, counted from 1, the last one included: only of a part of one line. */
  readonly columns?: { readonly first: number; readonly last: number };
}

/** `src/parser.ts:3-9`, `src/parser.ts:3`, and `src/parser.ts:3:5-12` for a part of a line. */
export function placeOf(path: string, { first, last, columns }: LineRange): string {
  if (columns) return `${path}:${first}:${columns.first}-${columns.last}`;
  return first === last ? `${path}:${first}` : `${path}:${first}-${last}`;
}
