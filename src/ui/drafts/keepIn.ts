import type { Draft } from '../../domain/draft';
import type { DraftStore } from '../../domain/ports';
import type { Report } from '../explanation';
import { isDocument } from './isDocument';

/** Keeps what the sheet makes of a draft. Text that came into a document there becomes an edit, as any other. */
export function keepIn(store: DraftStore, opened: Draft, report: Report): (draft: Draft) => void {
  let { body: before = '' } = opened;
  return (draft) => {
    const { body = '' } = draft;
    if (isDocument(store) && body !== before) store.replaceText(before, body).catch(report);
    before = body;
    store.save(draft);
  };
}
