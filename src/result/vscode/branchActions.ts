import path from 'node:path';
import * as vscode from 'vscode';
import { errorWith, ExplainedError, suggestSetting, type Remedy } from '../../base/vscode/explanation';
import { notify } from '../../base/vscode/notify';
import { openInBrowser } from '../../base/vscode/openInBrowser';
import { plainLabel } from '../../base/text';
import { pullRequestPage } from '../pullRequestPage';
import { changedFiles, commonCommit, remoteCommit, type ChangedFile } from '../compareCommits';
import { checkOut, checkOutInWorktree } from './checkOut';
import type { Target } from '../../repository/target';
import { gitOutput } from '../../repository/vscode/gitApi';
import { waitForGit } from '../../repository/vscode/waitForGit';
import type { OpenClone, ReviewedBranch } from './openClone';

export interface BranchAction {
  readonly icon: string;
  readonly words: () => string;
  readonly perform: (branch: ReviewedBranch) => Promise<void>;
  readonly isFor?: (branch: ReviewedBranch) => boolean;
}

/** The actions on a branch, apart from showing its changes. */
export const branchActions: Readonly<
  Record<'checkOut' | 'checkOutInWorktree' | 'createPullRequest' | 'copyName', BranchAction>
> = {
  checkOut: { icon: 'git-branch', words: () => vscode.l10n.t('Check Out'), perform: ifUnchanged(checkOut) },
  checkOutInWorktree: {
    icon: 'multiple-windows',
    words: () => vscode.l10n.t('Check Out in Worktree...'),
    perform: ifUnchanged(checkOutInWorktree),
  },
  createPullRequest: {
    icon: 'git-pull-request',
    words: () => vscode.l10n.t('Create Pull Request'),
    perform: openPullRequestPage,
    isFor: ({ name, target }) => name !== target,
  },
  copyName: { icon: 'copy', words: () => vscode.l10n.t('Copy Branch Name'), perform: copyName },
};

const maxFilesInEditor = 1000;

/** Makes an action that is only performed if the branch is still at the commit that was shown. If not, shows it again. */
function ifUnchanged(perform: BranchAction['perform']): BranchAction['perform'] {
  return async (branch) => {
    const { clone, name, commit } = branch;
    const found = await waitForGit(async () => ({ now: await remoteCommit(clone.git, clone.remote, name) }));
    if (!found) return;
    const { now } = found;
    if (now === commit) return perform(branch);
    if (now === undefined)
      throw new ExplainedError(vscode.l10n.t('{0} is no longer a branch of {1}.', name, clone.remote), gitOutput());
    const sentence = vscode.l10n.t('{0} has changed since it was shown. These are its changes now.', name);
    return viewChanges({ ...branch, commit: now }, sentence);
  };
}

/** Shows the changes of a branch since the start, and offers the actions on it. */
export async function viewChanges(branch: ReviewedBranch, sentence?: string): Promise<void> {
  const { clone, commit, name } = branch;
  const changes = await waitForGit(() => changesOf(branch), vscode.l10n.t('Comparing {0}...', name));
  if (!changes) return;
  const { base, files } = changes;
  if (base === undefined || !files) {
    const failure = vscode.l10n.t("Git couldn't compare {0} with where the conversation began.", name);
    return offerActions(branch, failure, actionsAlone, gitOutput());
  }
  if (files.length > 0) {
    const resources = files.slice(0, maxFilesInEditor).map((file) => resourceOf(file, clone, base, commit));
    await vscode.commands.executeCommand('vscode.changes', clone.editors.titleFor(branch), resources);
  }
  await offerActions(
    branch,
    sentence ?? filesWords(name, files.length),
    files.length > 0 ? actionsBeside : actionsAlone,
  );
}

async function changesOf({ clone, commit, base: from }: ReviewedBranch) {
  const base = from === undefined ? undefined : await commonCommit(clone.git, from, commit);
  return { base, files: base === undefined ? undefined : await changedFiles(clone.git, base, commit) };
}

function resourceOf({ before, after }: ChangedFile, { root, api }: OpenClone, from: string, to: string) {
  const uri = (file: string) => vscode.Uri.file(path.join(root, file));
  return [
    uri(after ?? before ?? ''),
    before === undefined ? undefined : api.toGitUri(uri(before), from),
    after === undefined ? undefined : api.toGitUri(uri(after), to),
  ];
}

/** The actions in a notification without an editor of the changes. */
const actionsAlone = [branchActions.checkOut, branchActions.checkOutInWorktree, branchActions.createPullRequest];

/** The actions in a notification beside the editor, whose title has all: a third button would cut off its source. */
const actionsBeside = [branchActions.checkOut, branchActions.createPullRequest];

async function offerActions(
  branch: ReviewedBranch,
  sentence: string,
  choice: readonly BranchAction[],
  ...remedies: readonly Remedy[]
): Promise<void> {
  const offered = choice.filter(({ isFor }) => isFor?.(branch) ?? true);
  const actions: readonly Remedy[] = [
    ...offered.map(({ words, perform }) => ({ label: words(), run: () => perform(branch) })),
    ...remedies,
  ];
  await notify(vscode.window.showInformationMessage, sentence, ...actions);
}

function filesWords(name: string, files: number): string {
  if (files === 0) return vscode.l10n.t('{0}: no changed files', name);
  if (files === 1) return vscode.l10n.t('{0}: 1 changed file', name);
  return files > maxFilesInEditor
    ? vscode.l10n.t('{0}: the first {1} of {2} changed files', name, maxFilesInEditor, files)
    : vscode.l10n.t('{0}: {1} changed files', name, files);
}

async function openPullRequestPage({ clone, name, target }: ReviewedBranch): Promise<void> {
  const { root, remote, targets } = clone;
  const found = await waitForGit(() => targets.find({ root, remote }));
  if (!found) return;
  const { target: place } = found;
  // Otherwise, it would be the page of another repository, or the sentence about another host.
  if (place.remote !== remote) throw goneError(clone, place);
  const { host, webUrl, repository, gitProvider } = place;
  const page =
    host !== undefined && webUrl !== undefined && repository !== undefined
      ? pullRequestPage(gitProvider, {
          host,
          webUrl,
          repository,
          branch: name,
          ...(target !== undefined && { target }),
        })
      : undefined;
  if (page !== undefined) return openInBrowser(page);
  const where = host ?? remote;
  if (gitProvider !== undefined)
    throw new ExplainedError(
      vscode.l10n.t('Unknown page for pull requests on {0}. Create the pull request in the browser.', where),
    );
  const sentence = vscode.l10n.t(
    'Unknown Git provider for {0}. Set the host in agentConversations.gitProviderHosts.',
    where,
  );
  throw errorWith(suggestSetting(sentence, 'agentConversations.gitProviderHosts'));
}

/** The clone may have been closed, or its remote renamed, since the branch was shown. */
function goneError({ root, remote }: OpenClone, { root: openRoot }: Target): ExplainedError {
  return new ExplainedError(
    openRoot === undefined
      ? vscode.l10n.t("{0} isn't open in this window. Open its folder, then try again.", root)
      : vscode.l10n.t('{0} no longer has the remote {1}. Add it again, then try again.', root, remote),
  );
}

async function copyName({ name }: ReviewedBranch): Promise<void> {
  await vscode.env.clipboard.writeText(name);
  vscode.window.setStatusBarMessage(plainLabel(vscode.l10n.t('Branch name copied: {0}', name)), 3000);
}
