import { l10n } from 'vscode';
import { callByKind, type ByKind } from '../../base/kinds';
import type { RequiredSetting } from '../../client/apis/serviceApi';
import type { Warning, WarningOf } from '../warnings';
import { attachmentLabel } from '../../draft/vscode/draftLabels';
import type { FileCounts } from '../../repository/repository';
import { mcpLimitationMessage } from '../../mcp/vscode/mcpMessages';
import { explainService } from '../../service/vscode/errors/explainService';
import { requestFieldLabel } from '../../service/vscode/errors/fieldLabels';
import { providerLabel } from '../../service/vscode/gitProviderLabels';

const requiredSettings: Readonly<Record<RequiredSetting, () => string>> = {
  active_agent_profile_id: () =>
    l10n.t(
      'No agent profile is active on the service: the start uses the first one, or creates "default" if there is none',
    ),
};

const words: ByKind<Warning, [], string> = {
  noFolder: () => l10n.t('No folder open: enter a repository, or start without one'),
  gitUnavailable: () => l10n.t("Git isn't available: enter a repository, or start without one"),
  gitFailed: () => l10n.t("Git couldn't read the repository: enter one, or start without one"),
  noRepository: () => l10n.t('No Git repository open: enter one, or start without one'),
  inParentFolder: () =>
    l10n.t("The Git repository that contains this folder isn't open: open it, or start without one"),
  unsafe: () => l10n.t("Git doesn't read the repository because another user owns it: manage it, or start without one"),
  notOpen: () => l10n.t("This folder's Git repository isn't open: open it, or start without one"),
  chosenGone: () => l10n.t("The selected repository isn't open or can't be read: select another"),
  several: () => l10n.t('Several repositories are open: select one'),
  noRemote: () => l10n.t("The repository has no remote: the agent can't clone it"),
  severalRemotes: (warning) => l10n.t('Several remotes ({0}): select one', warning.remotes.join(', ')),
  remoteMissing: (warning) => l10n.t('Remote "{0}" from your settings doesn\'t exist', warning.remote),
  notHosted: (warning) =>
    warning.remote === undefined
      ? l10n.t("The branch's remote isn't on a Git host: the agent can't clone it")
      : l10n.t('Remote "{0}" isn\'t on a Git host: the agent can\'t clone it', warning.remote),
  unknownProvider: (warning) =>
    warning.setting === undefined
      ? l10n.t('Unknown Git provider for this host')
      : l10n.t('agentConversations.gitProviderHosts has an unknown Git provider for this host: {0}', warning.setting),
  detached: (warning) => detachedWords(warning.at, warning.during),
  unborn: () => l10n.t('No commits yet: the agent starts on the default branch'),
  notPublished: () => l10n.t('Branch not published, as of the last fetch'),
  upstreamGone: (warning) => l10n.t('{0} is no longer on the remote, as of the last fetch', warning.branch),
  notFetched: (warning) => l10n.t("Unknown whether {0} has all commits: this clone doesn't fetch it", warning.branch),
  aheadOfOther: (warning) =>
    warning.commits === 1
      ? l10n.t("1 commit of {0} isn't on {1}: not visible to the agent", warning.local, warning.branch)
      : l10n.t(
          "{0} commits of {1} aren't on {2}: not visible to the agent",
          warning.commits,
          warning.local,
          warning.branch,
        ),
  ahead: (warning) =>
    warning.commits === 1
      ? l10n.t('1 unpushed commit: not visible to the agent')
      : l10n.t('{0} unpushed commits: not visible to the agent', warning.commits),
  behind: (warning) =>
    warning.commits === 1
      ? l10n.t('Remote is 1 commit ahead; the agent starts there')
      : l10n.t('Remote is {0} commits ahead; the agent starts there', warning.commits),
  changes: (warning) => l10n.t('Uncommitted ({0}): not visible to the agent', countWords(warning.files)),
  changesNotCounted: () => l10n.t("Uncommitted changes couldn't be counted: not visible to the agent"),
  noLlmKey: () => l10n.t('No model API key is set on the service: the start will fail'),
  noRequiredSetting: ({ setting }) => requiredSettings[setting](),
  modelBesideProfile: () => l10n.t('An agent profile is active on the service: its model may be used instead'),
  mayRun: () => l10n.t('This may already be running: check the service before starting it again'),
  mayBeSent: () => l10n.t('This may already have been sent: look at the conversation before sending it again'),
  manyRun: (warning) =>
    l10n.t('{0} conversations started here may be running: the service may stop the oldest', warning.running),
  settingsUnread: (warning) =>
    l10n.t("The service settings can't be read. {0}", explainService(warning.error).sentence),
  noSettings: (warning) =>
    warning.fails
      ? l10n.t('No settings are saved on the service yet: the start will fail')
      : l10n.t('No settings are saved on the service yet'),
  noProviderToken: (warning) => noTokenWords(warning),
  notKept: ({ field }) =>
    field === 'initial_user_msg'
      ? l10n.t('The original message was too long to save in full: its end is missing')
      : field === 'conversation_instructions'
        ? l10n.t('The original instructions were too long to save in full: their end is missing')
        : field === 'mcp_config'
          ? l10n.t("The original MCP servers weren't saved, because they may contain secrets: none are sent")
          : l10n.t('{0}: not saved with the original conversation', requestFieldLabel(field)),
  otherRepository: ({ repository, attachments }) =>
    l10n.t('From a repository other than {0}: {1}', repository, attachments.map(attachmentLabel).join(', ')),
  changesGone: () => l10n.t('The changes in the message are no longer in your clone: the remote may have them already'),
  imagesMissing: ({ names }) => l10n.t("Images not in this draft, so the agent won't see them: {0}", names.join(', ')),
  mcpLoss: (warning) => `${warning.server}: ${warning.limitations.map(mcpLimitationMessage).join(' · ')}`,
  mcpUnanswered: (warning) => l10n.t('Not sent until answered or reviewed: {0}', warning.names.join(', ')),
  taskReplacesMessage: () => l10n.t("The suggested task replaces the message: the agent won't see it"),
  taskWithoutRepository: (warning) =>
    l10n.t("The suggested task doesn't set the repository: {0} isn't the one that's sent", warning.repo),
  microagentWithoutMessage: () => l10n.t("The micro-agent doesn't say what to do: the agent waits for a message"),
  mcpReplacesSaved: () => l10n.t('These MCP servers replace the ones the service has saved for you'),
  cloneLacks: ({ names }) =>
    l10n.t("Your clone instructions don't mention {0}, and nothing else tells the agent", names.join(', ')),
  invisible: ({ characters }) =>
    characters === 1
      ? l10n.t('1 invisible character, which the agent reads')
      : l10n.t('{0} invisible characters, which the agent reads', characters),
  unsupportedField: () => l10n.t('Not supported by this service: remove it to start'),
  exclusive: (warning) =>
    l10n.t('Can\'t be sent together with "{0}": remove one', requestFieldLabel(warning.conflictsWith)),
  idNotUuid: () => l10n.t('This service requires a UUID: the start will fail'),
  mcpNotSupported: () => l10n.t("The selected MCP servers aren't sent: this service doesn't support them"),
  idWasUsed: () => l10n.t('A conversation started here already had this ID: this start may not be a new one'),
  idRefusedByMost: () => l10n.t('Most services reject a conversation ID unless their administrator allows it'),
  idDropsMessage: () =>
    l10n.t('If a conversation with this ID is already running, the start joins it and the message is lost'),
};

const fatalReasons: { readonly [Kind in Warning['kind']]?: () => string } = {
  noLlmKey: () => l10n.t('no model API key'),
  noSettings: () => l10n.t('no settings saved'),
  noProviderToken: () => l10n.t('no Git token'),
  idNotUuid: () => l10n.t("the ID isn't a UUID"),
};

/** Why a start certainly fails, in a few words behind "will fail:". */
export function fatalWords(warning: Warning): string {
  const reason = fatalReasons[warning.kind];
  if (reason) return reason();
  return 'field' in warning ? l10n.t("{0} can't be sent", requestFieldLabel(warning.field)) : warningWords(warning);
}

export function warningWords(warning: Warning): string {
  return callByKind(words, warning);
}

function noTokenWords({ provider, fails }: WarningOf<'noProviderToken'>): string {
  if (fails) return l10n.t('The service has no Git provider token: the start will fail');
  return provider === undefined
    ? l10n.t('The service has no Git provider token and might not have access to the repository')
    : l10n.t('The service has no {0} token and might not have access to the repository', providerLabel(provider));
}

function detachedWords(at: string, during: 'rebase' | undefined): string {
  return during === 'rebase'
    ? l10n.t('Rebase in progress at {0}: the agent starts on the default branch', at)
    : l10n.t('HEAD is detached at {0}: the agent starts on the default branch', at);
}

/** "2 staged, 1 untracked". */
function countWords({ staged, unstaged, untracked, conflicted }: FileCounts): string {
  return [
    conflicted > 0 ? l10n.t({ message: '{0} conflicted', args: [conflicted], comment: 'A number of files' }) : '',
    staged > 0 ? l10n.t({ message: '{0} staged', args: [staged], comment: 'A number of files' }) : '',
    unstaged > 0 ? l10n.t({ message: '{0} changed', args: [unstaged], comment: 'A number of files' }) : '',
    untracked > 0 ? l10n.t({ message: '{0} untracked', args: [untracked], comment: 'A number of files' }) : '',
  ]
    .filter(Boolean)
    .join(', ');
}
