import { l10n } from 'vscode';
import { headline, isPreparing, pushedBranchNames, taskField, type Conversation } from '../conversation';
import { isKnownStatus, isUnanswered, isUnknown, type KnownStatus } from '../reportedStatus';
import { formatAge } from '../../base/vscode/units';
import { requestFieldLabel } from '../../service/vscode/errors/fieldLabels';
import { ellipsize, visibleText } from '../../base/text';

/** State of a conversation, in words and with its icon. Icons: VS Code's codicons. */
interface StateLabel {
  readonly icon: string;
  readonly words: string;
  /** A shorter text for a row of the list, whose icon tells similar states apart. */
  readonly wordsInRow?: string;
}

/** The label for the last reported state, which may have changed since. */
export function conversationState(conversation: Conversation): StateLabel {
  switch (conversation.outcome) {
    case 'sending':
      return { icon: 'loading~spin', words: l10n.t('Sending') };
    case 'preparing':
      // The icon only spins while a window waits for the outcome.
      return { icon: conversation.waiter === '' ? 'sync' : 'sync~spin', words: l10n.t('Preparing') };
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
 * The state as a row's description. The state's text is left out if the row's icon shows it well enough. The age is that of
 * what was pushed; else, that of the last report; else, that of the start.
 */
export function stateInRow(conversation: Conversation, now: number): string {
  const { icon, words, wordsInRow = words } = conversationState(conversation);
  const pushed = pushedWithAge(conversation, now);
  const age = pushed === undefined && formatAge(answeredAt(conversation) ?? conversation.sentAt, now, 'narrow');
  const state = currentStage(conversation) ?? (selfExplanatoryIcons.has(icon) ? undefined : wordsInRow);
  return [state, pushed, age, unansweredWords(conversation)].filter(Boolean).join(' · ');
}

/** The icons of the interface's statuses, and of a start without a report. Other icons aren't understood without a text. */
const selfExplanatoryIcons: ReadonlySet<string> = new Set(['pass', 'rocket', 'play-circle', 'stop-circle']);

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

/** "agent/fix pushed · 3 min. ago". */
function pushedWithAge(conversation: Conversation, now: number): string | undefined {
  const { pushedAt } = conversation;
  const pushed = pushedWords(conversation);
  return pushed === undefined || pushedAt === undefined ? pushed : `${pushed} · ${formatAge(pushedAt, now)}`;
}

/** "Starting · reported 3 min. ago", and what was pushed. */
export function stateWithAge(conversation: Conversation, now: number): string {
  const { words } = conversationState(conversation);
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
  return [words, currentStage(conversation), when, unansweredWords(conversation), pushedWithAge(conversation, now)]
    .filter(Boolean)
    .join(' · ');
}

/** Says that the age shown is that of the last report, and not that of the last request. */
function unansweredWords(conversation: Conversation): string | undefined {
  return isUnanswered(conversation) ? l10n.t("couldn't refresh") : undefined;
}

export function conversationTitle(conversation: Conversation): string {
  const line = headline(conversation);
  if (line !== undefined) return line;
  const field = taskField(conversation);
  return field === undefined ? l10n.t('(no message)') : requestFieldLabel(field);
}

/** Characters of a title in a notification, more than fit in a line. */
const maxTitle = 60;

/** The title for use in a sentence. It isn't escaped yet. */
export function shortTitle(conversation: Conversation): string {
  return ellipsize(conversationTitle(conversation), maxTitle);
}

/** "octocat/Hello-World · main"; empty when the conversation has no repository. */
export function conversationPlace({ request }: Conversation): string {
  return [request.repository, request.selected_branch].filter(Boolean).join(' · ');
}

export function reportedState(status: string | undefined): StateLabel {
  if (status === undefined) return { icon: 'pass', words: l10n.t('Started') };
  return isKnownStatus(status) ? labels[status]() : { icon: 'circle-outline', words: status };
}

const labels: Readonly<Record<KnownStatus, () => StateLabel>> = {
  STARTING: () => ({ icon: 'rocket', words: l10n.t('Starting') }),
  RUNNING: () => ({ icon: 'play-circle', words: l10n.t('Running') }),
  STOPPED: () => ({ icon: 'stop-circle', words: l10n.t('Stopped') }),
  IDLE: () => ({ icon: 'comment', words: l10n.t('Waiting for a message'), wordsInRow: l10n.t('Waiting') }),
  WAITING_FOR_CONFIRMATION: () => ({
    icon: 'bell',
    words: l10n.t('Waiting for confirmation'),
    wordsInRow: l10n.t('Waiting'),
  }),
  PAUSED: () => ({ icon: 'debug-pause', words: l10n.t('Paused') }),
  AGENT_PAUSED: () => ({ icon: 'debug-continue', words: l10n.t('Agent paused') }),
  FINISHED: () => ({ icon: 'check-all', words: l10n.t('Finished') }),
  ERROR: () => ({ icon: 'warning', words: l10n.t('Error') }),
  AGENT_ERROR: () => ({ icon: 'bracket-error', words: l10n.t('Agent error') }),
  SANDBOX_ERROR: () => ({ icon: 'vm-outline', words: l10n.t('Sandbox error') }),
  STUCK: () => ({ icon: 'sync-ignored', words: l10n.t('Stuck') }),
  ARCHIVED: () => ({ icon: 'package', words: l10n.t('Archived') }),
  DELETING: () => ({ icon: 'trash', words: l10n.t('Being deleted') }),
  MISSING: () => ({ icon: 'archive', words: l10n.t('Sandbox not found') }),
  SANDBOX_RUNNING: () => ({ icon: 'debug-disconnect', words: l10n.t("Agent isn't responding") }),
  UNKNOWN: () => ({ icon: 'dash', words: l10n.t('No status reported') }),
};

const stages: ReadonlyMap<string, () => string | undefined> = new Map<string, () => string | undefined>([
  ['', () => undefined],
  ['UNKNOWN', () => undefined],
  ['WORKING', () => undefined],
  ['WAITING_FOR_SANDBOX', () => l10n.t('Waiting for the sandbox')],
  ['PREPARING_REPOSITORY', () => l10n.t('Preparing the repository')],
  ['RUNNING_SETUP_SCRIPT', () => l10n.t('Running the setup script')],
  ['SETTING_UP_GIT_HOOKS', () => l10n.t('Setting up Git hooks')],
  ['SETTING_UP_SKILLS', () => l10n.t('Setting up skills')],
  ['STARTING_CONVERSATION', () => l10n.t('Starting the conversation')],
]);

/**
 * The text for the stage of an accepted start; `undefined` for stages that say nothing.
 * @param stage the service's word in a form that can be shown; an unknown one is returned as it is
 */
export function stageWords(stage = ''): string | undefined {
  const words = stages.get(stage);
  return words ? words() : stage;
}

/** An explanation for a start that is being prepared; `undefined` if it isn't. */
export function preparationNote(conversation: Conversation): string | undefined {
  if (!isPreparing(conversation)) return undefined;
  const accepted = l10n.t('The service has accepted the start and is preparing the conversation.');
  return conversation.waiter === '' ? `${accepted} ${l10n.t('To see its progress, select Refresh Status.')}` : accepted;
}
