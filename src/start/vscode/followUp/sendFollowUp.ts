import * as vscode from 'vscode';
import { canAskStatus, acceptsMessages } from '../../../conversations/reportedStatus';
import { openConversation } from '../../../conversations/vscode/conversationActions';
import { markSeen } from '../../../conversations/conversationToShow';
import { conversationFor } from '../../../conversations/vscode/pickConversation';
import type { OpenDraft } from '../../../draft/openDraft';
import { startReviewed } from '../reviewedStart';
import type { StartPorts } from '../startPorts';

/** The command `sendFollowUp`: another message to a conversation. Opens its page if the service accepts no messages. */
export async function sendFollowUp(ports: StartPorts, given?: unknown): Promise<void> {
  const { history, service } = ports;
  const conversation = await conversationFor(ports, given, vscode.l10n.t('Send Follow-Up'), canAskStatus);
  if (!conversation || !canAskStatus(conversation)) return;
  if (!acceptsMessages(conversation) || !(await service.api(conversation.baseUrl)).messages)
    return openConversation(ports, { id: conversation.id });
  await markSeen(conversation, history);
  await startReviewed(await draftFor(conversation.id, ports), ports);
}

async function draftFor(id: string, ports: StartPorts): Promise<OpenDraft> {
  const drafts = await ports.drafts();
  const begun = (await drafts.list()).find(({ draft }) => draft.to === id);
  return begun ? drafts.open(begun.id) : drafts.begin({ fields: {}, to: id });
}
