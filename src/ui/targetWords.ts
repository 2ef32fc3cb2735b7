import { l10n } from 'vscode';
import type { ConversationStartRequest } from '../domain/records';
import type { SelectionReason } from '../domain/repository';
import type { TargetNote } from '../domain/target';

/** Why the sheet names this repository. */
export function reasonWords(reason: SelectionReason): string {
  switch (reason) {
    case 'activeEditor':
      return l10n.t('of the active editor');
    case 'sourceControl':
      return l10n.t('selected in Source Control');
    case 'onlyOne':
      return l10n.t('the only one open');
    case 'chosen':
      return l10n.t('chosen');
  }
}

/** The row of the sheet that a note belongs to. */
export function noteField(note: TargetNote): 'repository' | 'git_provider' | 'selected_branch' {
  switch (note.kind) {
    case 'unknownProvider':
      return 'git_provider';
    case 'detached':
    case 'unborn':
    case 'notPublished':
      return 'selected_branch';
    default:
      return 'repository';
  }
}

export function noteWords(note: TargetNote): string {
  switch (note.kind) {
    case 'noFolder':
      return l10n.t('no folder is open: type a repository, or start without one');
    case 'gitUnavailable':
      return l10n.t('Git is not available: type a repository, or start without one');
    case 'noRepository':
      return l10n.t('no Git repository is open: type one, or start without');
    case 'notChosen':
    case 'several':
      return l10n.t('several repositories are open: choose one');
    case 'noRemote':
      return l10n.t('the repository has no remote for the agent to clone');
    case 'severalRemotes':
      return l10n.t('several remotes ({0}): set agentConversations.remote', note.remotes.join(', '));
    case 'remoteMissing':
      return l10n.t('there is no remote "{0}", which the settings name', note.remote);
    case 'notHosted':
      return l10n.t('the remote "{0}" is not on a Git host', note.remote);
    case 'unknownProvider':
      return l10n.t('unknown for this host: choose it');
    case 'detached':
      return l10n.t('HEAD is detached at {0}: the agent gets the default branch', note.commit?.slice(0, 8) ?? '?');
    case 'unborn':
      return l10n.t('no commit yet: the agent gets the default branch');
    case 'notPublished':
      return l10n.t('not on the remote, as far as this clone knows');
  }
}

/** "octocat/Hello-World on main", for sentences; `undefined` without a repository. */
export function placeWords({ repository, selected_branch: branch }: ConversationStartRequest): string | undefined {
  if (repository === undefined) return undefined;
  return branch === undefined ? repository : l10n.t('{0} on {1}', repository, branch);
}
