import * as vscode from 'vscode';
import { mayHavePushed, type Conversation } from '../conversation';
import type { End } from '../follower';
import { hasAnswers, isBad, isUnknown, waits } from '../reportedStatus';
import { notify } from '../../base/vscode/notify';
import { commandRemedy } from '../../base/vscode/explanation';
import { commands, views } from '../../names';
import { conversationState, shortTitle } from './conversationLabels';
import { markSeen } from '../conversationToShow';
import type { History } from '../history';

/**
 * Tells the user of ends: the only notification of each, but one for all that had ended before the service was first
 * asked for them. What they answer has been looked at.
 * @returns for each notification, when it was answered or closed
 */
export function announceEnds(ends: readonly End[], history: Pick<History, 'get' | 'change'>): readonly Promise<void>[] {
  const known = ends.filter(({ isFirst }) => isFirst);
  const others = known.length > 1 ? ends.filter(({ isFirst }) => !isFirst) : ends;
  return [
    ...(known.length > 1 ? [announceSeveral(known, history)] : []),
    ...others.map(({ conversation }) => announceEnd(conversation, history)),
  ];
}

async function announceSeveral(ends: readonly End[], history: Pick<History, 'get' | 'change'>): Promise<void> {
  const sentence = vscode.l10n.t(
    '{0} conversations have ended or are waiting for you. The Conversations view shows what their service reports.',
    ends.length,
  );
  const show = commandRemedy(vscode.l10n.t('Show Conversations'), `${views.conversations}.focus`);
  await notify(vscode.window.showInformationMessage, sentence, show);
  for (const { conversation } of ends) await markSeen(history.get(conversation.id), history);
}

async function announceEnd(conversation: Conversation, history: Pick<History, 'get' | 'change'>): Promise<void> {
  const { id } = conversation;
  const open = commandRemedy(vscode.l10n.t('Open in Browser'), commands.openConversation, { id });
  const review = mayHavePushed(conversation)
    ? [commandRemedy(vscode.l10n.t('Review What Was Pushed...'), commands.reviewResult, { id })]
    : [];
  const answer =
    hasAnswers(conversation) && !isUnknown(conversation)
      ? [commandRemedy(vscode.l10n.t('Show Last Answer'), commands.showLastAnswer, { id })]
      : [];
  const next = [...answer, ...(waits(conversation) ? [open, ...review] : [...review, open])];
  const { showInformationMessage, showWarningMessage } = vscode.window;
  const show = isBad(conversation) ? showWarningMessage : showInformationMessage;
  await notify(show, sentenceOf(conversation), ...next);
  await markSeen(history.get(id), history);
}

/** What the service reported, and no more: an end is neither success nor failure unless the service says so. */
function sentenceOf(conversation: Conversation): string {
  const title = shortTitle(conversation);
  if (isUnknown(conversation)) {
    return vscode.l10n.t('The service no longer knows the conversation "{0}". It may have been deleted.', title);
  }
  const { words } = conversationState(conversation);
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
