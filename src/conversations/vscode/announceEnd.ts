import * as vscode from 'vscode';
import { mayHavePushed, type Conversation } from '../common/conversation';
import { isBad, isUnknown, waits } from '../common/reportedStatus';
import { ellipsize, plainNotification } from '../../base/common/text';
import { commandRemedy } from '../../base/vscode/explanation';
import { commands } from '../../names';
import { conversationState, conversationTitle } from './conversationLabels';

/** More of a title than fits in a line. */
const maxTitle = 60;

/** The only notification of the end of a conversation. Doesn't wait for a click. */
export function announceEnd(conversation: Conversation): void {
  const open = commandRemedy(vscode.l10n.t('Open in Browser'), commands.openConversation, { id: conversation.id });
  const review = mayHavePushed(conversation)
    ? [commandRemedy(vscode.l10n.t('Review What Was Pushed...'), commands.reviewResult, { id: conversation.id })]
    : [];
  const next = waits(conversation) ? [open, ...review] : [...review, open];
  const { showInformationMessage, showWarningMessage } = vscode.window;
  const show = isBad(conversation) ? showWarningMessage : showInformationMessage;
  void show(plainNotification(sentenceOf(conversation)), ...next.map(({ label }) => label)).then((clicked) =>
    next.find(({ label }) => label === clicked)?.run(),
  );
}

/** What the service reported, and no more: an end is neither success nor failure unless the service says so. */
function sentenceOf(conversation: Conversation): string {
  const title = ellipsize(conversationTitle(conversation), maxTitle);
  if (isUnknown(conversation)) {
    return vscode.l10n.t('The service no longer knows the conversation "{0}". It may have been deleted.', title);
  }
  const { words } = conversationState(conversation, Date.now());
  if (waits(conversation)) {
    return vscode.l10n.t({
      message: 'The conversation "{0}" is waiting for you. Its service reports: {1}.',
      args: [title, words],
      comment: '{1} is the state, such as "Waiting for confirmation" or "Stuck"',
    });
  }
  return vscode.l10n.t({
    message: 'The conversation "{0}" has ended. Its service reports: {1}.',
    args: [title, words],
    comment: '{1} is the state, such as "Stopped" or "Finished"',
  });
}
