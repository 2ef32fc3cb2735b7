import { l10n } from 'vscode';
import { isPreparing, type Conversation } from '../common/conversation';

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
  const accepted = l10n.t('The service has accepted the start and is preparing the conversation.');
  return conversation.waiter === 0 ? `${accepted} ${l10n.t('To see its progress, select Refresh Status.')}` : accepted;
}
