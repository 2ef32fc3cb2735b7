import { l10n } from 'vscode';
import type { OmittableField } from '../../draft/common/draft';
import type { Warning } from '../common/warnings';
import type { FileCounts } from '../../repository/common/repository';
import { mcpLimitationMessage } from '../../mcp/vscode/mcpMessages';
import { attachmentLabel } from '../../draft/vscode/draftLabels';
import { providerName } from '../../service/vscode/errors/fieldLabels';

const words = {
  noFolder: () => l10n.t('No folder is open: type a repository, or start without one'),
  gitUnavailable: () => l10n.t('Git is not available: type a repository, or start without one'),
  noRepository: () => l10n.t('No Git repository is open: type one, or start without'),
  chosenGone: () => l10n.t('The repository that was chosen is not open any more: choose one'),
  several: () => l10n.t('Several repositories are open: choose one'),
  noRemote: () => l10n.t('The repository has no remote: there is nothing for the agent to clone'),
  severalRemotes: (warning) => l10n.t('Several remotes ({0}): choose one', warning.remotes.join(', ')),
  remoteMissing: (warning) => l10n.t('There is no remote "{0}", which the settings name', warning.remote),
  notHosted: (warning) => l10n.t('The remote "{0}" is not on a Git host: the agent cannot clone it', warning.remote),
  unknownProvider: () => l10n.t('The Git provider of this host is not known'),
  detached: (warning) => detachedWords(warning.at, warning.during),
  unborn: () => l10n.t('No commit yet: the agent gets the default branch'),
  notPublished: () => l10n.t('The branch is not on the remote, as far as this clone knows'),
  upstreamGone: (warning) => l10n.t('The remote no longer has {0}, as far as this clone knows', warning.branch),
  ahead: (warning) =>
    warning.commits === 1
      ? l10n.t('1 commit is only here: the agent will not see it')
      : l10n.t('{0} commits are only here: the agent will not see them', warning.commits),
  behind: (warning) =>
    warning.commits === 1
      ? l10n.t('The remote is 1 commit further: the agent starts from there')
      : l10n.t('The remote is {0} commits further: the agent starts from there', warning.commits),
  changes: (warning) => l10n.t('Uncommitted ({0}): the agent will not see it', countWords(warning.files)),
  noLlmKey: () => l10n.t('No key for the language model is set on the service: the start will fail'),
  mayRun: () => l10n.t('This may already be running: check the service before you start it again'),
  noSettings: () => l10n.t('No settings are saved on the service yet: the start will fail'),
  noProviderToken: (warning) =>
    warning.provider === undefined
      ? l10n.t('The service has no token for a Git provider: it may not get at the repository')
      : l10n.t(
          'The service has no token for {0}: it may not get at the repository',
          providerName(warning.provider) ?? warning.provider,
        ),
  notKept: (warning) => notKeptWords(warning.field),
  otherRepository: (warning) =>
    l10n.t('From another repository than {0}: {1}', warning.repository, warning.pieces.map(attachmentLabel).join(', ')),
  mcpLoss: (warning) => `${warning.server}: ${warning.limitations.map(mcpLimitationMessage).join(' · ')}`,
  mcpUnanswered: (warning) => l10n.t('Not sent until you answer or look at them again: {0}', warning.names.join(', ')),
  taskReplacesMessage: () => l10n.t('The suggested task replaces the message: the agent will not see it'),
  taskWithoutRepository: (warning) =>
    l10n.t('The suggested task does not bring its repository along: {0} is not what is sent', warning.repo),
  taskIgnoresMicroagent: () => l10n.t('Beside a suggested task, the micro-agent is ignored'),
  taskNotSupported: () => l10n.t('Known services fail on a task of this type or provider'),
  microagentWithoutMessage: () => l10n.t('The micro-agent says nothing of what to do: the agent waits for a message'),
  replayWithMessage: () => l10n.t('A replay goes without a message: with one, the start fails'),
  replayWithImages: () => l10n.t('A replay goes without images: with them, the start fails'),
  replayWithTask: () => l10n.t('A replay goes without a suggested task: with one, the start fails'),
  replayIsNoList: () => l10n.t('Known services want a list of events: this replay is none'),
  mcpReplacesSaved: (warning) => savedServersWords(warning.servers),
  idRefusedByMost: () => l10n.t('Most services refuse a conversation id, unless their operator allows it'),
  idDropsMessage: () => l10n.t('If a conversation with this id is running, it is joined and the message is lost'),
} satisfies { readonly [Kind in Warning['kind']]: (warning: WarningOf<Kind>) => string };

/** The warnings that may be of a kind. */
type WarningOf<Kind, One = Warning> = One extends { readonly kind: infer Own }
  ? Kind extends Own
    ? One
    : never
  : never;

/** What is wrong, in half a sentence: what it is, and what that means for the agent. */
export function warningWords(warning: Warning): string {
  return (words[warning.kind] as (warning: Warning) => string)(warning);
}

function notKeptWords(field: OmittableField): string {
  switch (field) {
    case 'initial_user_msg':
      return l10n.t('The message of the first start was too long to be kept whole: its end is missing');
    case 'image_urls':
      return l10n.t('The images of the first start were not kept: add them again');
    case 'replay_json':
      return l10n.t('The replay of the first start was not kept: choose its file again');
    case 'mcp_config':
      return l10n.t('The MCP servers of the first start were not kept: choose them again');
    case 'conversation_id':
      return l10n.t('The first start had a conversation id of its own: it is not used twice');
  }
}

function detachedWords(at: string, during: 'rebase' | undefined): string {
  return during === 'rebase'
    ? l10n.t('A rebase is under way at {0}: the agent gets the default branch', at)
    : l10n.t('HEAD is detached at {0}: the agent gets the default branch', at);
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

function savedServersWords(servers: number | undefined): string {
  if (servers === undefined) return l10n.t('These MCP servers replace those that the service has saved for you');
  return servers === 1
    ? l10n.t('These MCP servers replace the one that the service has saved for you')
    : l10n.t('These MCP servers replace the {0} that the service has saved for you', servers);
}
