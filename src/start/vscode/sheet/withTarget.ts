import type { Draft } from '../../../draft/common/draft';
import type { SheetState } from './sheetState';

/** The draft with the repository that the sheet shows: what the workspace would say may change while it is written. */
export function withTarget({ draft, surroundings }: Pick<SheetState, 'draft' | 'surroundings'>): Draft {
  const { root, remote } = surroundings?.target ?? {};
  if (draft.chosen || root === undefined) return draft;
  return { ...draft, chosen: { root, ...(remote !== undefined && { remote }) } };
}
