import { l10n } from 'vscode';
import type { ConversationState } from './conversationLabels';

/** A state that known services have beside those of the interface; `undefined` for any other one. */
export function stateInWords(status: string): ConversationState | undefined {
  switch (status) {
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
    case 'DELETING':
      return { icon: 'trash', words: l10n.t('Being deleted') };
    case 'MISSING':
      return { icon: 'archive', words: l10n.t('Sandbox gone') };
    case 'SANDBOX_RUNNING':
      return { icon: 'debug-disconnect', words: l10n.t("Agent isn't responding") };
    case 'UNKNOWN':
      return { icon: 'dash', words: l10n.t('No state reported') };
    default:
      return undefined;
  }
}
