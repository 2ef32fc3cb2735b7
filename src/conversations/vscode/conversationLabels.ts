import { l10n } from 'vscode';
import {
  headline,
  isPreparing,
  outcomeAt,
  pushedBranchNames,
  taskField,
  type Conversation,
} from '../common/conversation';
import { isUnknown, startsLong } from '../common/reportedStatus';
import { formatAge } from '../../base/vscode/units';
import { requestFieldLabel } from '../../service/vscode/errors/fieldLabels';
import { visibleText } from '../../base/common/text';
import { stageWords } from './stageWords';
import { reportedState, type StateLabel } from './statusLabels';

/** The last reported state: it may have changed since. */
export function conversationState(conversation: Conversation, now: number): StateLabel {
  switch (outcomeAt(conversation, now)) {
    case 'sending':
      return { icon: 'loading~spin', words: l10n.t('Sending') };
    case 'preparing':
      return { icon: 'sync~spin', words: l10n.t('Preparing') };
    case 'notStarted':
      return { icon: 'error', words: l10n.t('Not started') };
    case 'mayHaveStarted':
      return { icon: 'question', words: l10n.t('May have started') };
    case 'started':
      return isUnknown(conversation)
        ? { icon: 'circle-slash', words: l10n.t('Unknown to the service') }
        : reportedState(conversation.status);
  }
}

/**
 * The state for a row whose icon shows it: in words if the user should look, or without a known icon. The age is that
 * of the report, else of the start.
 */
export function stateInRow(conversation: Conversation, now: number): string {
  const { icon, words } = conversationState(conversation, now);
  const age = formatAge(answeredAt(conversation) ?? conversation.sentAt, now);
  const pushed = pushedWords(conversation);
  const state = currentStage(conversation) ?? (iconsAlone.has(icon) ? undefined : words);
  return [state, pushed, age].filter(Boolean).join(' · ');
}

/** Icons of the states that the interface has, and of a start without a report. All others need words. */
const iconsAlone: ReadonlySet<string> = new Set(['pass', 'rocket', 'play-circle', 'stop-circle']);

/** Time of the answer that {@link conversationState} is taken from. */
function answeredAt(conversation: Conversation): number | undefined {
  if (isPreparing(conversation)) return conversation.stageAt;
  return isUnknown(conversation) ? conversation.unknownAt : conversation.reportedAt;
}

function currentStage(conversation: Conversation): string | undefined {
  return isPreparing(conversation) ? stageWords(conversation.stage) : undefined;
}

/** "agent/fix pushed"; `undefined` if no fetch brought a branch since the start. */
export function pushedWords(conversation: Conversation): string | undefined {
  const [newest, ...others] = pushedBranchNames(conversation).map(visibleText);
  if (newest === undefined) return undefined;
  return others.length === 0
    ? l10n.t({ message: '{0} pushed', args: [newest], comment: '{0} is the name of a branch' })
    : l10n.t({
        message: '{0} and {1} more pushed',
        args: [newest, others.length],
        comment: '{0} is the name of a branch, {1} a number of branches',
      });
}

/** "Starting · reported 3 min. ago". */
export function stateWithAge(conversation: Conversation, now: number): string {
  const { words } = conversationState(conversation, now);
  const { sentAt } = conversation;
  const reportedAt = answeredAt(conversation);
  const when =
    reportedAt === undefined
      ? l10n.t({ message: 'sent {0}', args: [formatAge(sentAt, now)], comment: '{0} is "3 min. ago" or a date' })
      : l10n.t({
          message: 'reported {0}',
          args: [formatAge(reportedAt, now)],
          comment: '{0} is "3 min. ago" or a date',
        });
  return [words, currentStage(conversation), pushedWords(conversation), when].filter(Boolean).join(' · ');
}

/** First line of the message, or a substitute for it. */
export function conversationTitle(conversation: Conversation): string {
  const line = headline(conversation);
  if (line !== undefined) return line;
  const field = taskField(conversation);
  return field === undefined ? l10n.t('(no message)') : requestFieldLabel(field);
}

/** "octocat/Hello-World · main"; empty when the conversation has no repository. */
export function conversationPlace({ request }: Conversation): string {
  return [request.repository, request.selected_branch].filter(Boolean).join(' · ');
}

/** What to do about a conversation that has been starting for too long. */
export function longStart(conversation: Conversation): string | undefined {
  if (!startsLong(conversation)) return undefined;
  return l10n.t(
    "It has been starting for more than 15 minutes. If you follow its status, the service is now asked every 30 seconds. Open it in the browser to see what's wrong.",
  );
}
