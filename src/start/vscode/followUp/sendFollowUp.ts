import * as vscode from 'vscode';
import { isAskable, takesMessages } from '../../../conversations/reportedStatus';
import { openConversation } from '../../../conversations/vscode/conversationActions';
import { markSeen } from '../../../conversations/conversationToShow';
import { conversationFor } from '../../../conversations/vscode/pickConversation';
import type { DraftStore } from '../../../draft/draftStore';
import { clearSheet } from '../../../draft/vscode/sheetDraft';
import { startReviewed } from '../reviewedStart';
import type { StartPorts } from '../startPorts';

/** The command `sendFollowUp`: one more message to a conversation, or its page where services take none. */
export async function sendFollowUp(ports: StartPorts, given?: unknown): Promise<void> {
  const { history, service } = ports;
  const conversation = await conversationFor(ports, given, vscode.l10n.t('Send Follow-Up'), isAskable);
  if (!conversation || !isAskable(conversation)) return;
  if (!takesMessages(conversation) || !(await service.api(conversation.baseUrl)).messages)
    return openConversation(ports, { id: conversation.id });
  await markSeen(conversation, history);
  const begun = await storeOf(conversation.id, ports);
  const store = begun ?? (await clearSheet(ports));
  const draft = (await begun?.load()) ?? { fields: {}, to: conversation.id };
  if (!begun) store.save(draft);
  // Not what is saved: the draft there may be on its way to the service.
  await startReviewed(draft, store, ports);
}

/** Where a message to this conversation was begun, or may have been sent from. */
async function storeOf(id: string, { drafts, openSheet }: StartPorts): Promise<DraftStore | undefined> {
  openSheet.put(undefined);
  for (const store of await (await drafts()).idle()) {
    const draft = await store.peek().catch(() => undefined);
    if (draft?.to === id) return store;
  }
  return undefined;
}
