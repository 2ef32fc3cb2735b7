import { l10n } from 'vscode';
import { apiNamed } from '../../client/apis/registry';
import type { CommandId } from '../../names';
import type { Conversation } from '../conversation';
import { acceptsMessages, canAskStatus, hasAnswers, waitsForConfirmation } from '../reportedStatus';

interface AgentCommand {
  readonly command: CommandId;
  readonly icon: string;
  readonly words: () => string;
  /** The part of a row's context value that makes package.json offer the command. */
  readonly context: string;
  readonly isOffered: (conversation: Conversation) => boolean;
}

/** The commands, in the order of the menus. */
const agentCommands: readonly AgentCommand[] = [
  {
    command: 'agentConversations.decideAction',
    icon: 'check-all',
    words: () => l10n.t('Confirm or Reject Action...'),
    context: 'deciding',
    isOffered: isDecidable,
  },
  {
    command: 'agentConversations.showLastAnswer',
    icon: 'comment',
    words: () => l10n.t('Show Last Answer'),
    context: 'answering',
    isOffered: hasAnswers,
  },
  {
    command: 'agentConversations.sendFollowUp',
    icon: 'send',
    words: () => l10n.t('Send Follow-Up...'),
    context: 'messaging',
    isOffered: acceptsMessages,
  },
];

export function agentCommandsFor(conversation: Conversation): readonly AgentCommand[] {
  return agentCommands.filter(({ isOffered }) => isOffered(conversation));
}

/** True if an action waits that can be confirmed or rejected from here, according to the last report. */
export function isDecidable(conversation: Conversation): boolean {
  return waitsForConfirmation(conversation) && hasConfirmations(conversation);
}

/** True if actions of a conversation can be confirmed or rejected from here. */
export function hasConfirmations(conversation: Conversation): boolean {
  return canAskStatus(conversation) && apiNamed(conversation.api).confirmation !== undefined;
}

/** The way in which the user answers an action that waits for a confirmation, and the texts about it. */
interface WayToDecide {
  readonly command: CommandId;
  readonly label: string;
  /** The text above the action. */
  readonly lead: string;
  /** Says what a message would do. */
  readonly insteadOfMessage: string;
  /** The text below an action that is shown; absent if the answer is given elsewhere. */
  readonly offer?: string;
}

export function wayToDecide(conversation: Conversation): WayToDecide {
  if (isDecidable(conversation)) {
    const label = l10n.t('Confirm or Reject...');
    return {
      command: 'agentConversations.decideAction',
      label,
      lead: l10n.t('The agent is waiting for you to confirm or reject this:'),
      insteadOfMessage: l10n.t(
        'A message carries the waiting action out, whatever the message says, even if it says no. "{0}" answers it without a message.',
        label,
      ),
      offer: l10n.t('The agent waits for you to confirm its action.'),
    };
  }
  return {
    command: 'agentConversations.openConversation',
    label: l10n.t('Open in Browser'),
    lead: l10n.t('The agent is waiting for you to confirm or reject this in the browser:'),
    insteadOfMessage: l10n.t(
      'A message carries the waiting action out, whatever the message says, even if it says no. The action can be rejected only in the browser.',
    ),
  };
}
