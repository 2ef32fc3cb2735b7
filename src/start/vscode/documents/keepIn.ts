import type { Draft } from '../../../draft/common/draft';
import type { DraftStore } from '../../../draft/common/drafts';
import type { Subscription } from '../../../base/common/event';
import type { Report } from '../../../base/vscode/explanation';
import { isDocument } from './isDocument';

/** What of a draft may change beside the sheet that shows it. */
export type TextOfDraft = Pick<Draft, 'body' | 'images'>;

/** A draft on the sheet and where it is kept, held together while the sheet is open. */
export interface KeptDraft {
  /** Keeps what the sheet made of it. */
  readonly keep: (draft: Draft) => void;
  /** Tells of what was written elsewhere meanwhile. */
  readonly follow: (listener: (now: TextOfDraft) => void) => Subscription;
}

/** Text that comes into a document from the sheet becomes an edit, as any other; what is written there comes to the sheet. */
export function keepIn(store: DraftStore, opened: Draft, report: Report): KeptDraft {
  let { body: before = '' } = opened;
  return {
    keep: (draft) => {
      const { body = '' } = draft;
      if (isDocument(store) && body !== before) store.replaceText(before, body).catch(report);
      before = body;
      store.save(draft);
    },
    follow: (listener) => {
      const tell = async () => {
        const { body = '', images = [] } = await store.load();
        before = body;
        listener({ body, images });
      };
      return store.onDidChangeText(() => void tell().catch(report));
    },
  };
}
