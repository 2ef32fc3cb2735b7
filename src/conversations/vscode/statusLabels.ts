import { l10n } from 'vscode';
import { isKnownStatus, type KnownStatus } from '../common/reportedStatus';

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
    case 'STUCK':
      return { icon: 'sync-ignored', words: l10n.t('Stuck') };
    case 'ARCHIVED':
      return { icon: 'package', words: l10n.t('Archived') };
    case 'DELETING':
      return { icon: 'trash', words: l10n.t('Being deleted') };
    case 'MISSING':
      return { icon: 'archive', words: l10n.t('Sandbox gone') };
    case 'SANDBOX_RUNNING':
      return { icon: 'debug-disconnect', words: l10n.t("Agent isn't responding") };
    case 'UNKNOWN':
      return { icon: 'dash', words: l10n.t('No state reported') };
  }
}
