import * as vscode from 'vscode';
import { emptyDraft, withMessage } from '../../../draft/draft';
import { filledBy } from '../../../draft/request';
import type { ConversationStartRequest, ConversationStartResponse } from '../../../client/records';
import { sanitizeServerText } from '../../../client/serverText';
import { readStartLink, maxLinkLength, type LinkRefusal } from '../../startLink';
import { ExplainedError } from '../../../base/vscode/explanation';
import { requireTrust, startReviewed } from '../../../start/vscode/reviewedStart';
import { runStartCommand } from '../../../start/vscode/commands';
import type { StartPorts } from '../../../start/vscode/startPorts';
import { formatBytes } from '../../../base/vscode/units';
import { inform } from '../../../base/vscode/notify';

/**
 * Opens the review sheet with the values of a link, `vscode://agent-conversations.agent-conversations/start?...`. The
 * author of the link is unknown, so it only fills the sheet. The user sends it after an additional confirmation.
 */
export async function openLink(
  ports: StartPorts,
  { path, query }: Pick<vscode.Uri, 'path' | 'query'>,
): Promise<ConversationStartResponse | undefined> {
  try {
    requireTrust(ports);
    if (path !== '/start') {
      const asked = sanitizeServerText(path) ?? '/';
      throw new ExplainedError(vscode.l10n.t('The link\'s path "{0}" isn\'t supported. Use "/start".', asked));
    }
    const link = readStartLink(query);
    if (!link.ok) throw new ExplainedError(refusalWords(link.refusal));
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
  if (message === '' && Object.keys(fields).length === 0) return runStartCommand(undefined, ports);
  const draft = filledBy('link', withMessage({ ...emptyDraft, fields }, message));
  inform(vscode.window.showWarningMessage, vscode.l10n.t('Filled in by a link. Review it before you start.'));
  return startReviewed((await ports.drafts()).begin(draft), ports);
}

function refusalWords(refusal: LinkRefusal): string {
  if (refusal.kind === 'tooLong')
    return vscode.l10n.t("The link wasn't opened: it's longer than {0}.", formatBytes(maxLinkLength));
  const field = sanitizeServerText(refusal.field) ?? '';
  switch (refusal.kind) {
    case 'unknown':
      return vscode.l10n.t(
        'The link wasn\'t opened: links have no field "{0}". Its author should encode each value twice.',
        field,
      );
    case 'notFromLinks':
      return vscode.l10n.t(
        'The link wasn\'t opened: "{0}" can\'t be set by a link. Set it on the review sheet.',
        field,
      );
    case 'twice':
      return vscode.l10n.t(
        'The link wasn\'t opened: it contains "{0}" twice. Its author should encode each value twice.',
        field,
      );
    case 'invisible':
      return vscode.l10n.t('The link wasn\'t opened: "{0}" contains invisible characters.', field);
    case 'misfit':
      return vscode.l10n.t('The link wasn\'t opened: the value of "{0}" isn\'t valid.', field);
  }
}
