import type { DraftDocument, DraftStore } from '../../domain/ports/drafts';

/** Whether a draft is written in an editor. */
export function isDocument(store: DraftStore): store is DraftDocument {
  return 'path' in store;
}
