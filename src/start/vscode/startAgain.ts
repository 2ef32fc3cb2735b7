import * as vscode from 'vscode';
import { draftAgain } from '../../draft/common/startAgain';
import { clearSheet } from './documents/clearSheet';
import { givenConversation, pickConversation } from '../../conversations/vscode/pickConversation';
import { requireTrust, startReviewed } from './reviewedStart';
import type { StartPorts } from './startPorts';

/**
 * The command `startAgain`: a past conversation's fields back on the review sheet. What was being written there is set
 * aside first.
 */
export async function startAgain(ports: StartPorts, given?: unknown): Promise<void> {
  requireTrust(ports);
  const conversation =
    givenConversation(given, ports.history) ??
    (await pickConversation(ports.history, vscode.l10n.t('Start Again'), () => true));
  if (!conversation) return;
  const draft = draftAgain((await ports.history.whole(conversation.id)) ?? conversation);
  const sheet = await clearSheet(ports);
  sheet.save(draft);
  await startReviewed(draft, sheet, ports);
}
