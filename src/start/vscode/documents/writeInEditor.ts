import { messageOf, withoutField, type Draft } from '../../../draft/common/draft';
import type { DraftStore } from '../../../draft/common/drafts';
import type { StartPorts } from '../startPorts';
import { isDocument } from './isDocument';
import { showDraft } from './showDraft';

/** Goes on with a message in the editor: what was typed or attached on the sheet is part of the text there. */
export async function writeInEditor(draft: Draft, store: DraftStore, ports: Pick<StartPorts, 'drafts'>): Promise<void> {
  if (!isDocument(store)) {
    // As it is now, so that the sheet is empty when it has moved.
    store.save(draft);
    const drafts = await ports.drafts();
    await showDraft(await drafts.moveToDocument(draft, store));
    return;
  }
  const { attachments, ...rest } = withoutField(draft, 'initial_user_msg');
  const message = messageOf(draft);
  if (attachments || message !== messageOf(rest)) {
    await store.replaceText(draft.body ?? '', message);
    store.save(rest);
  }
  await showDraft(store);
}
