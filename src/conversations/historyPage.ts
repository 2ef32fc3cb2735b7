import { lastOf } from '../base/recordFiles';

/** Number of conversations that are read at first, and that *Show Older* adds each time. */
export const pageSize = 200;

interface HistoryPage {
  readonly page: readonly string[];
  /** The oldest of these names; empty if there are no older ones. */
  readonly last: string;
}

export function pageFrom(names: readonly string[], size: number): HistoryPage {
  const found = lastOf(names, size + 1);
  return { page: found.slice(0, size), last: (found.length > size && found[size - 1]) || '' };
}
