import * as vscode from 'vscode';
import type { Conversation } from '../domain/conversation';
import { isBlank } from '../domain/draft';
import { draftAgain } from '../domain/startAgain';
import { pickConversation } from './pickConversation';
import { requireTrust, startReviewed } from './reviewedStart';
import type { StartPorts } from './startPorts';

/**
 * The command `startAgain`: a past conversation's fields back on the review sheet. What was being written there is set
 * aside first.
 */
export async function startAgain(given: Conversation | undefined, ports: StartPorts): Promise<void> {
  requireTrust(ports);
  const conversation = given ?? (await pickConversation(ports.history, vscode.l10n.t('Start Again'), () => true));
  if (!conversation) return;
  const drafts = await ports.drafts();
  const { sheet } = drafts;
  if (!isBlank(await sheet.load())) {
    await drafts.setAside();
    vscode.window.setStatusBarMessage(vscode.l10n.t('$(edit) The message that you were writing is now a draft'), 5000);
  }
  const draft = draftAgain(conversation);
  sheet.save(draft);
  await startReviewed(draft, sheet, ports);
}
