import path from 'node:path';
import * as vscode from 'vscode';
import { ExplainedError } from '../../base/vscode/explanation';
import { openInBrowser } from '../../base/vscode/openInBrowser';
import { plainNotification } from '../../base/common/text';
import { withProgress } from '../../base/vscode/withProgress';
import type { PushedBranch } from '../common/pushedBranches';
import { pullRequestPage } from '../common/pullRequestPage';
import { changedFiles, commonCommit, localBranches, type ChangedFile } from '../node/readRemote';
import { addWorktree } from '../node/worktree';
import { gitWords, openInNewWindow, type OpenClone } from './openClone';

/** A branch that the user reviews. */
export interface ReviewedBranch extends PushedBranch {
  readonly clone: OpenClone;
  /** The commit that its changes are compared with; `undefined` if it isn't known. */
  readonly base: string | undefined;
  /** The branch that it may be merged into. */
  readonly target: string | undefined;
  /** It came or moved since the start. */
  readonly isSinceStart: boolean;
}

export interface BranchAction {
  /** Id of a VS Code product icon, for a button; the list's Enter has none. */
  readonly icon?: string;
  readonly words: () => string;
  readonly perform: (branch: ReviewedBranch) => Promise<void>;
}

type BranchActionName = 'viewChanges' | 'checkOut' | 'checkOutInWorktree' | 'openPullRequest' | 'copyName';

export const branchActions: Readonly<Record<BranchActionName, BranchAction>> = {
  viewChanges: { words: () => vscode.l10n.t('View Changes'), perform: viewChanges },
  checkOut: { icon: 'git-branch', words: () => vscode.l10n.t('Check Out'), perform: checkOut },
  checkOutInWorktree: {
    icon: 'multiple-windows',
    words: () => vscode.l10n.t('Check Out in Worktree...'),
    perform: checkOutInWorktree,
  },
  openPullRequest: {
    icon: 'git-pull-request',
    words: () => vscode.l10n.t('Open Pull Request'),
    perform: openPullRequest,
  },
  copyName: { icon: 'copy', words: () => vscode.l10n.t('Copy Branch Name'), perform: copyName },
};

/** More than an editor shows at once. */
const maxFiles = 1000;

async function viewChanges(branch: ReviewedBranch): Promise<void> {
  const { clone, commit, name } = branch;
  const base = branch.base === undefined ? undefined : await commonCommit(clone.git, clone, branch.base, commit);
  if (base === undefined) throw new ExplainedError(vscode.l10n.t('{0} shares no commits with this clone.', name));
  const files = await changedFiles(clone.git, clone, base, commit);
  if (!files) throw new ExplainedError(vscode.l10n.t("Git couldn't compare {0} with its start.", name));
  if (files.length === 0) {
    void vscode.window.showInformationMessage(plainNotification(vscode.l10n.t('{0} changes no files.', name)));
  } else {
    const title = plainNotification(vscode.l10n.t('Pushed to {0}', `${clone.remote}/${name}`));
    const resources = files.slice(0, maxFiles).map((file) => resourceOf(file, clone, base, commit));
    await vscode.commands.executeCommand('vscode.changes', title, resources);
  }
  await offerMore(branch, files.length);
}

type ChangesResource = readonly [vscode.Uri, vscode.Uri | undefined, vscode.Uri | undefined];

function resourceOf(
  { before, after }: ChangedFile,
  { root, api }: OpenClone,
  from: string,
  to: string,
): ChangesResource {
  const uri = (file: string) => vscode.Uri.file(path.join(root, file));
  return [
    uri(after ?? before ?? ''),
    before === undefined ? undefined : api.toGitUri(uri(before), from),
    after === undefined ? undefined : api.toGitUri(uri(after), to),
  ];
}

/** The changes have no buttons of ours: what can be done with the branch stands beside them. */
async function offerMore(branch: ReviewedBranch, files: number): Promise<void> {
  const sentence =
    files > maxFiles
      ? vscode.l10n.t('{0}: the first {1} of {2} changed files', branch.name, maxFiles, files)
      : files === 1
        ? vscode.l10n.t('{0}: 1 changed file', branch.name)
        : vscode.l10n.t('{0}: {1} changed files', branch.name, files);
  const offered: readonly BranchAction[] = [
    branchActions.checkOut,
    branchActions.checkOutInWorktree,
    branchActions.openPullRequest,
  ];
  const clicked = await vscode.window.showInformationMessage(
    plainNotification(sentence),
    ...offered.map(({ words }) => words()),
  );
  await offered.find(({ words }) => words() === clicked)?.perform(branch);
}

/** Git itself never overwrites uncommitted work: then it refuses, in its own words. */
async function checkOut({ clone, name }: ReviewedBranch): Promise<void> {
  const { repository, git, remote } = clone;
  try {
    if (!(await localBranches(git, clone, [name])).has(name)) {
      await repository.createBranch(name, true, `refs/remotes/${remote}/${name}`);
      await repository.setBranchUpstream(name, `${remote}/${name}`);
    } else await repository.checkout(name);
  } catch (error) {
    throw new ExplainedError(vscode.l10n.t("Couldn't check out {0}: {1}", name, gitWords(error)), undefined, error);
  }
  vscode.window.setStatusBarMessage(vscode.l10n.t('$(git-branch) Checked out {0}', name), 5000);
}

async function checkOutInWorktree({ clone, name }: ReviewedBranch): Promise<void> {
  const { root, git, remote } = clone;
  const suggested = path.join(`${root}.worktrees`, name.replace(/[^\w.-]+/g, '-'));
  const folder = await vscode.window.showInputBox({
    title: plainNotification(vscode.l10n.t('Check Out {0} in Worktree', name)),
    prompt: vscode.l10n.t('Folder of the new worktree. It opens in a new window.'),
    value: suggested,
    ignoreFocusOut: true,
    validateInput: (text) => (path.isAbsolute(text) ? undefined : vscode.l10n.t('Enter an absolute path.')),
  });
  if (folder === undefined) return;
  const isLocal = (await localBranches(git, clone, [name])).has(name);
  const failure = await withProgress(vscode.l10n.t('Creating worktree...'), (signal) =>
    addWorktree(git, { root, remote, name, isLocal, folder, signal }),
  );
  if (failure !== undefined) {
    const words = gitWords({ stderr: failure });
    throw new ExplainedError(vscode.l10n.t("Couldn't create a worktree for {0}: {1}", name, words));
  }
  await openInNewWindow(folder);
}

async function openPullRequest({ clone, name, target }: ReviewedBranch): Promise<void> {
  const { root, remote, targets } = clone;
  const { host, repository, gitProvider } = (await targets.find({ root, remote })).target;
  const page =
    host !== undefined && repository !== undefined
      ? pullRequestPage(gitProvider, { host, repository, branch: name, ...(target !== undefined && { target }) })
      : undefined;
  if (page !== undefined) return openInBrowser(page);
  throw new ExplainedError(
    vscode.l10n.t(
      "The page for a pull request isn't known for {0}. Set the host in agentConversations.gitProviderHosts.",
      host ?? remote,
    ),
  );
}

async function copyName({ name }: ReviewedBranch): Promise<void> {
  await vscode.env.clipboard.writeText(name);
  vscode.window.setStatusBarMessage(vscode.l10n.t('$(check) Branch name copied'), 3000);
}
