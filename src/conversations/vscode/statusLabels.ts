import { l10n } from 'vscode';
import { isKnownStatus, type KnownStatus } from '../reportedStatus';
import { isPreparing, type Conversation } from '../conversation';
import { isStalled } from '../preparation';

/** State of a conversation, in words and with its icon. Icons: VS Code's codicons. */
export interface StateLabel {
  readonly icon: string;
  readonly words: string;
}

/** A reported status; one that's unknown here is in the words of the service. */
export function reportedState(status: string | undefined): StateLabel {
  if (status === undefined) return { icon: 'pass', words: l10n.t('Started') };
  return isKnownStatus(status) ? labelOf(status) : { icon: 'circle-outline', words: status };
}

function labelOf(status: KnownStatus): StateLabel {
  switch (status) {
    case 'STARTING':
      return { icon: 'rocket', words: l10n.t('Starting') };
    case 'RUNNING':
      return { icon: 'play-circle', words: l10n.t('Running') };
    case 'STOPPED':
      return { icon: 'stop-circle', words: l10n.t('Stopped') };
    case 'IDLE':
      return { icon: 'comment', words: l10n.t('Waiting for a message') };
    case 'WAITING_FOR_CONFIRMATION':
      return { icon: 'bell', words: l10n.t('Waiting for confirmation') };
    case 'PAUSED':
      return { icon: 'debug-pause', words: l10n.t('Paused') };
    case 'FINISHED':
      return { icon: 'check-all', words: l10n.t('Finished') };
    case 'ERROR':
      return { icon: 'warning', words: l10n.t('Error') };
    case 'AGENT_ERROR':
      return { icon: 'bracket-error', words: l10n.t('Agent error') };
    case 'SANDBOX_ERROR':
      return { icon: 'vm-outline', words: l10n.t('Sandbox error') };
    case 'STUCK':
      return { icon: 'sync-ignored', words: l10n.t('Stuck') };
    case 'ARCHIVED':
      return { icon: 'package', words: l10n.t('Archived') };
    case 'DELETING':
      return { icon: 'trash', words: l10n.t('Being deleted') };
    case 'MISSING':
      return { icon: 'archive', words: l10n.t('Sandbox not found') };
    case 'SANDBOX_RUNNING':
      return { icon: 'debug-disconnect', words: l10n.t("Agent isn't responding") };
    case 'UNKNOWN':
      return { icon: 'dash', words: l10n.t('No status reported') };
  }
}

/**
 * The stage of an accepted start, as part of a line.
 * @param stage as the service reported it, in a form that can be shown; one that's unknown here is returned as it is
 */
export function stageWords(stage = ''): string | undefined {
  switch (stage) {
    case '':
    case 'UNKNOWN':
    case 'WORKING':
      return undefined;
    case 'WAITING_FOR_SANDBOX':
      return l10n.t('Waiting for the sandbox');
    case 'PREPARING_REPOSITORY':
      return l10n.t('Preparing the repository');
    case 'RUNNING_SETUP_SCRIPT':
      return l10n.t('Running the setup script');
    case 'SETTING_UP_GIT_HOOKS':
      return l10n.t('Setting up Git hooks');
    case 'SETTING_UP_SKILLS':
      return l10n.t('Setting up skills');
    case 'STARTING_CONVERSATION':
      return l10n.t('Starting the conversation');
    default:
      return stage;
  }
}

/** What it means that a start is being prepared; `undefined` if it isn't. */
export function preparationNote(conversation: Conversation): string | undefined {
  if (!isPreparing(conversation)) return undefined;
  const accepted = isStalled(conversation)
    ? l10n.t(
        "The service has accepted the start, but hasn't gone on preparing the conversation for 10 minutes. It has probably stopped.",
      )
    : l10n.t('The service has accepted the start and is preparing the conversation.');
  return conversation.waiter === 0 ? `${accepted} ${l10n.t('To see its progress, select Refresh Status.')}` : accepted;
}
