import * as vscode from 'vscode';
import type { Conversation } from '../common/conversation';
import { ellipsize, plainLabel } from '../../base/common/text';
import { conversationPlace, conversationState, conversationTitle, stateWithAge } from './conversationWords';
import { plainMarkdown } from '../../base/vscode/plainMarkdown';

export type StatusBarWords = Pick<vscode.StatusBarItem, 'text' | 'tooltip' | 'accessibilityInformation'>;

/** The bar is everybody's: a state that is not in the interface may be of any length. The tooltip has all of it. */
const longestState = 30;

/** What the status bar says of a conversation. */
export function statusBarWords(conversation: Conversation, now: number): StatusBarWords {
  const { icon, words } = conversationState(conversation, now);
  const state = stateWithAge(conversation, now);
  const title = conversationTitle(conversation);
  return {
    text: `$(${icon}) ${vscode.l10n.t('Agent: {0}', plainLabel(ellipsize(words, longestState)))}`,
    tooltip: plainMarkdown([title, state, conversationPlace(conversation), conversation.problem]),
    accessibilityInformation: { label: `${vscode.l10n.t('Agent: {0}', state)}, ${title}` },
  };
}
