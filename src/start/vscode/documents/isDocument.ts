import type { DraftDocument, DraftStore } from '../../../draft/common/drafts';

/** Whether a draft is written in an editor. */
export function isDocument(store: DraftStore): store is DraftDocument {
  return 'path' in store;
}
