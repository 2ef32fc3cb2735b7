import type * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { Conversation } from '../conversation';
import type { ConversationToShow } from '../conversationToShow';
import { waits } from '../reportedStatus';
import { ellipsize, plainLabel } from '../../base/text';
import { plainMarkdown } from '../../base/vscode/plainMarkdown';
import {
  conversationPlace,
  conversationState,
  conversationTitle,
  preparationNote,
  pushedWords,
  stateWithAge,
} from './conversationLabels';

export type StatusBarContent = Pick<vscode.StatusBarItem, 'text' | 'tooltip' | 'accessibilityInformation'>;

/** The status bar is shared: a state that isn't in the interface may have any length. The tooltip shows all of it. */
const longestState = 30;

/**
 * Status bar content for a conversation.
 * @param shown why it is shown, and how many are running beside it
 */
export function statusBarContent(
  conversation: Conversation,
  now: number,
  { isUnseenEnd, running }: Omit<ConversationToShow, 'conversation'> = { isUnseenEnd: false, running: 0 },
): StatusBarContent {
  const reported = conversationState(conversation);
  // A start that failed, or may have, and an end need a look first.
  const pushed = conversation.outcome === 'started' && !isUnseenEnd ? pushedWords(conversation) : undefined;
  const { icon, words } = pushed === undefined ? reported : { icon: 'git-pull-request', words: pushed };
  const state = stateWithAge(conversation, now);
  const title = conversationTitle(conversation);
  const label = plainLabel(ellipsize(words, longestState));
  const end = waits(conversation)
    ? l10n.t("It's waiting for you.")
    : l10n.t('It has ended since you last looked at it.');
  const ended = isUnseenEnd ? end : undefined;
  const several = running > 1 ? l10n.t('{0} conversations are running, as last reported.', running) : undefined;
  // What has ended isn't one of them.
  const text = l10n.t('Agent: {0}', several && !isUnseenEnd ? `${label} (${running})` : label);
  const said = `${l10n.t('Agent: {0}', state)}, ${title}`;
  const more = [ended, several].filter((part) => part !== undefined).join(' ');
  return {
    text: `$(${icon}) ${text}`,
    tooltip: plainMarkdown([
      ...[title, state, conversationPlace(conversation), conversation.problem],
      preparationNote(conversation),
      ...[ended, several],
    ]),
    accessibilityInformation: { label: more === '' ? said : `${said}. ${more}` },
  };
}
