import { l10n } from 'vscode';
import type { RequestFix, RequestWarning } from '../common/requestWarnings';

/** What known services do with fields that do not go together, in half a sentence. */
export function requestWarningWords(warning: RequestWarning): string {
  switch (warning.kind) {
    case 'taskReplacesMessage':
      return l10n.t('The suggested task replaces the message: the agent will not see it');
    case 'taskWithoutRepository':
      return l10n.t('The suggested task does not bring its repository along: {0} is not what is sent', warning.repo);
    case 'taskIgnoresMicroagent':
      return l10n.t('Beside a suggested task, the micro-agent is ignored');
    case 'taskNotSupported':
      return l10n.t('Known services fail on a task of this type or provider');
    case 'microagentWithoutMessage':
      return l10n.t('The micro-agent says nothing of what to do: the agent waits for a message');
    case 'replayWithMessage':
      return l10n.t('A replay goes without a message: with one, the start fails');
    case 'replayWithImages':
      return l10n.t('A replay goes without images: with them, the start fails');
    case 'replayWithTask':
      return l10n.t('A replay goes without a suggested task: with one, the start fails');
    case 'replayIsNoList':
      return l10n.t('Known services want a list of events: this replay is none');
    case 'mcpReplacesSaved':
      return savedServersWords(warning.servers);
    case 'idRefusedByMost':
      return l10n.t('Most services refuse a conversation id, unless their operator allows it');
    case 'idDropsMessage':
      return l10n.t('If a conversation with this id is running, it is joined and the message is lost');
  }
}

function savedServersWords(servers: number | undefined): string {
  if (servers === undefined) return l10n.t('These MCP servers replace those that the service has saved for you');
  return servers === 1
    ? l10n.t('These MCP servers replace the one that the service has saved for you')
    : l10n.t('These MCP servers replace the {0} that the service has saved for you', servers);
}

/** What the button of a fix says. */
export function requestFixLabel(fix: RequestFix): string {
  switch (fix) {
    case 'leaveOutMessage':
      return l10n.t('$(trash) Leave Out the Message');
    case 'leaveOutImages':
      return l10n.t('$(circle-slash) Leave Out the Images');
    case 'leaveOutTask':
      return l10n.t('$(circle-slash) Leave Out the Suggested Task');
    case 'leaveOutMicroagent':
      return l10n.t('$(circle-slash) Leave Out the Micro-agent');
    case 'leaveOutReplay':
      return l10n.t('$(circle-slash) Leave Out the Replay');
    case 'leaveOutMcp':
      return l10n.t('$(circle-slash) Leave Out These MCP Servers');
    case 'leaveOutId':
      return l10n.t('$(circle-slash) Leave Out the Conversation Id');
    case 'sendTaskRepository':
      return l10n.t("$(repo) Send the Task's Repository, Too");
    case 'changeTask':
      return l10n.t('$(edit) Change the Suggested Task...');
    case 'writeMessage':
      return l10n.t('$(edit) Write the Message...');
    case 'chooseReplay':
      return l10n.t('$(file) Choose Another File...');
    case 'mergeSavedMcp':
      return l10n.t('$(git-merge) Send the Saved Ones, Too');
  }
}
