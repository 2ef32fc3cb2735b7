import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { Conversation } from '../conversation';
import { isUnseenEnd, isUnseenFailure } from '../conversationToShow';
import { attentionReason, needsUser, waitsForConfirmation } from '../reportedStatus';
import { ellipsize, plainLabel } from '../../base/text';
import { plainMarkdown } from '../../base/vscode/text';
import {
  conversationPlace,
  conversationState,
  conversationTitle,
  preparationNote,
  pushedWords,
  stateWithAge,
} from './conversationLabels';

export type StatusBarContent = Pick<
  vscode.StatusBarItem,
  'text' | 'tooltip' | 'accessibilityInformation' | 'backgroundColor'
>;

/** Characters of a state in the status bar. A service may report a long one, which the tooltip shows in full. */
const longestState = 30;

export function statusBarContent(conversation: Conversation, now: number): StatusBarContent {
  const isEnd = isUnseenEnd(conversation);
  // A push is shown unless the start has failed, or the conversation has ended since the user last looked at it, or waits.
  const hasNews = isEnd || waitsForConfirmation(conversation);
  const pushed = conversation.outcome === 'started' && !hasNews ? pushedWords(conversation) : undefined;
  const { icon, words } =
    pushed === undefined ? conversationState(conversation) : { icon: 'git-pull-request', words: pushed };
  const state = stateWithAge(conversation, now);
  const title = conversationTitle(conversation);
  const end = needsUser(conversation)
    ? l10n.t("It's waiting for you.")
    : l10n.t('It has ended since you last looked at it.');
  const said = `${l10n.t('Agent: {0}', state)}, ${title}`;
  return {
    text: `$(${icon}) ${l10n.t('Agent: {0}', plainLabel(ellipsize(words, longestState)))}`,
    tooltip: plainMarkdown([
      title,
      state,
      conversationPlace(conversation),
      conversation.problem,
      preparationNote(conversation),
      isEnd ? end : undefined,
    ]),
    accessibilityInformation: { label: isEnd ? `${said}. ${end}` : said },
    backgroundColor: isEnd || isUnseenFailure(conversation) ? background(conversation) : undefined,
  };
}

function background(conversation: Conversation): vscode.ThemeColor | undefined {
  const attention = attentionReason(conversation);
  if (attention === undefined) return undefined;
  return new vscode.ThemeColor(`statusBarItem.${attention === 'wrong' ? 'error' : 'warning'}Background`);
}
