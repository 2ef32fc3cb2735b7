import * as vscode from 'vscode';
import type { ConversationStartRequest } from '../../domain/records';
import { shortened } from '../../domain/shortened';
import { visibleText } from '../../domain/visibleText';
import { requestFieldLabel } from '../requestFieldWords';
import { placeFacts } from './placeFacts';

/** Of the message, in lines and in characters of each: a modal message has no room to read all of it. */
const maxLines = 8;
const maxLine = 120;

const shown: readonly string[] = ['initial_user_msg', 'repository', 'git_provider', 'selected_branch'];

/**
 * Asks before what a link filled in is sent: its sheet may have opened under the hands of somebody who was typing.
 * Enter leads back to the sheet, however often it is pressed.
 */
export async function confirmLinked(request: ConversationStartRequest, service: string): Promise<boolean> {
  const back = vscode.l10n.t('Back to the Sheet');
  const start = vscode.l10n.t('Start');
  const answer = await vscode.window.showWarningMessage(
    vscode.l10n.t('Start what a link filled in?'),
    { modal: true, detail: detailOf(request, service) },
    back,
    start,
  );
  return answer === start;
}

function detailOf(request: ConversationStartRequest, service: string): string {
  const { initial_user_msg: message = '' } = request;
  const others = Object.keys(request).filter((field) => !shown.includes(field));
  const lines = message.split('\n').filter((line) => line.trim() !== '');
  const rest = lines.length > maxLines ? ['…'] : [];
  return [
    ...placeFacts(request, service),
    ...(others.length > 0 ? [vscode.l10n.t('Sent, too: {0}', others.map(requestFieldLabel).join(', '))] : []),
    '',
    ...lines.slice(0, maxLines).map((line) => shortened(visibleText(line), maxLine)),
    ...rest,
  ].join('\n');
}
