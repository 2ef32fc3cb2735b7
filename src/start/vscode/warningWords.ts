import { l10n } from 'vscode';
import type { NotKeptField } from '../../draft/common/draft';
import type { Fix, Warning } from '../common/preflight';
import type { FileCounts } from '../../repository/common/repository';
import { isRequestWarning } from '../common/requestWarnings';
import { mcpLossWords } from '../../mcp/vscode/mcpWords';
import { attachmentWords } from '../../draft/vscode/attachmentWords';
import { providerName } from '../../service/vscode/errors/fieldLabels';
import { requestFixLabel, requestWarningWords } from './requestWarningWords';

/** What is wrong, in half a sentence: what it is, and what that means for the agent. */
export function warningWords(warning: Warning): string {
  if (isRequestWarning(warning)) return requestWarningWords(warning);
  switch (warning.kind) {
    case 'noFolder':
      return l10n.t('No folder is open: type a repository, or start without one');
    case 'gitUnavailable':
      return l10n.t('Git is not available: type a repository, or start without one');
    case 'noRepository':
      return l10n.t('No Git repository is open: type one, or start without');
    case 'chosenGone':
      return l10n.t('The repository that was chosen is not open any more: choose one');
    case 'several':
      return l10n.t('Several repositories are open: choose one');
    case 'noRemote':
      return l10n.t('The repository has no remote: there is nothing for the agent to clone');
    case 'severalRemotes':
      return l10n.t('Several remotes ({0}): choose one', warning.remotes.join(', '));
    case 'remoteMissing':
      return l10n.t('There is no remote "{0}", which the settings name', warning.remote);
    case 'notHosted':
      return l10n.t('The remote "{0}" is not on a Git host: the agent cannot clone it', warning.remote);
    case 'unknownProvider':
      return l10n.t('The Git provider of this host is not known');
    case 'detached':
      return detachedWords(warning.at, warning.during);
    case 'unborn':
      return l10n.t('No commit yet: the agent gets the default branch');
    case 'notPublished':
      return l10n.t('The branch is not on the remote, as far as this clone knows');
    case 'upstreamGone':
      return l10n.t('The remote no longer has {0}, as far as this clone knows', warning.branch);
    case 'ahead':
      return warning.commits === 1
        ? l10n.t('1 commit is only here: the agent will not see it')
        : l10n.t('{0} commits are only here: the agent will not see them', warning.commits);
    case 'behind':
      return warning.commits === 1
        ? l10n.t('The remote is 1 commit further: the agent starts from there')
        : l10n.t('The remote is {0} commits further: the agent starts from there', warning.commits);
    case 'changes':
      return l10n.t('Uncommitted ({0}): the agent will not see it', countWords(warning.files));
    case 'noLlmKey':
      return l10n.t('No key for the language model is set on the service: the start will fail');
    case 'mayRun':
      return l10n.t('This may already be running: check the service before you start it again');
    case 'noSettings':
      return l10n.t('No settings are saved on the service yet: the start will fail');
    case 'noProviderToken':
      return warning.provider === undefined
        ? l10n.t('The service has no token for a Git provider: it may not get at the repository')
        : l10n.t(
            'The service has no token for {0}: it may not get at the repository',
            providerName(warning.provider) ?? warning.provider,
          );
    case 'notKept':
      return notKeptWords(warning.field);
    case 'otherRepository':
      return l10n.t(
        'From another repository than {0}: {1}',
        warning.repository,
        warning.pieces.map(attachmentWords).join(', '),
      );
    case 'mcpLoss':
      return `${warning.server}: ${warning.losses.map(mcpLossWords).join(' · ')}`;
    case 'mcpUnanswered':
      return l10n.t('Not sent until you answer or look at them again: {0}', warning.names.join(', '));
  }
}

function notKeptWords(field: NotKeptField): string {
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

/** What the button of a fix says. */
export function fixLabel(fix: Fix): string {
  switch (fix) {
    case 'publish':
      return l10n.t('$(cloud-upload) Publish Branch');
    case 'push':
      return l10n.t('$(repo-push) Push');
    case 'fetch':
      return l10n.t('$(repo-fetch) Fetch');
    case 'attachChanges':
      return l10n.t('$(diff) Put the Changes into the Message');
    case 'chooseRepository':
      return l10n.t('$(repo) Choose Another Repository...');
    case 'chooseProvider':
      return l10n.t('$(cloud) Choose Git Provider...');
    case 'chooseBranch':
      return l10n.t('$(git-branch) Choose Another Branch...');
    case 'openService':
      return l10n.t('$(link-external) Open the Service in the Browser');
    case 'readSettings':
      return l10n.t('$(refresh) Read Settings Again');
    case 'forgetStart':
      return l10n.t("$(check) It Isn't Running");
    case 'setAgain':
      return l10n.t('$(edit) Set It Again...');
    case 'goWithout':
      return l10n.t('$(circle-slash) Go Without');
    case 'chooseMcp':
      return l10n.t('$(server) Choose MCP Servers...');
    case 'answerMcp':
      return l10n.t('$(server) Answer...');
    default:
      return requestFixLabel(fix);
  }
}
