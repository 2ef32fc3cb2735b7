import * as vscode from 'vscode';
import { emptyDraft } from '../../../draft/common/draft';
import { filledBy, withMessage } from '../../../draft/common/filling';
import type { ConversationStartRequest, ConversationStartResponse } from '../../../client/common/records';
import { sanitiseServerText } from '../../../client/common/serverText';
import { readStartLink } from '../../common/startLink';
import { clearSheet } from '../../../start/vscode/documents/clearSheet';
import { ExplainedError } from '../../../base/vscode/explanation';
import { requireTrust, startReviewed } from '../../../start/vscode/reviewedStart';
import type { StartPorts } from '../../../start/vscode/startPorts';
import { linkRefusalWords } from './linkRefusalWords';

/**
 * Opens the review sheet on what a link says, `vscode://agent-conversations.agent-conversations/start?...`. Whoever made
 * the link is not known: it fills the sheet, and a person sends, after one more question.
 */
export async function openLink(
  ports: StartPorts,
  { path, query }: Pick<vscode.Uri, 'path' | 'query'>,
): Promise<ConversationStartResponse | undefined> {
  try {
    requireTrust(ports);
    if (path !== '/start') throw new ExplainedError(unknownPathWords(path));
    const link = readStartLink(query);
    if (!link.ok) throw new ExplainedError(linkRefusalWords(link.refusal));
    return await openSheet(link.fields, ports);
  } catch (error) {
    await ports.report(error);
    return undefined;
  }
}

async function openSheet(
  { initial_user_msg: message = '', ...fields }: ConversationStartRequest,
  ports: StartPorts,
): Promise<ConversationStartResponse | undefined> {
  const { sheet } = await ports.drafts();
  if (message === '' && Object.keys(fields).length === 0) return startReviewed(await sheet.load(), sheet, ports);
  const draft = filledBy('link', withMessage({ ...emptyDraft, fields }, message));
  await clearSheet(ports);
  sheet.save(draft);
  void vscode.window.showWarningMessage(vscode.l10n.t('Filled in by a link: look at it before you start.'));
  return startReviewed(draft, sheet, ports);
}

function unknownPathWords(path: string): string {
  const asked = sanitiseServerText(path) ?? '/';
  return vscode.l10n.t('The link asks for "{0}", which this extension does not know. It knows "/start".', asked);
}
