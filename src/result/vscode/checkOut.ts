import path from 'node:path';
import * as vscode from 'vscode';
import { ExplainedError } from '../../base/vscode/explanation';
import { plainLabel, plainNotification } from '../../base/text';
import { confirm } from '../../base/vscode/notify';
import { showInputBox } from '../../base/vscode/quickInputs';
import { withProgress } from '../../base/vscode/withProgress';
import { gitWords } from '../../repository/gitCommand';
import { operationInProgress, type Operation } from '../../repository/operationInProgress';
import { setUpstream } from '../../repository/upstream';
import { countCommitsOnNoBranch, ignoredFilesIn, localCommit } from '../compareCommits';
import { addWorktree, isCheckedOutAsBranch } from '../worktree';
import { letGitFinish, waitForGit } from '../../repository/vscode/waitForGit';
import { gitOutput } from '../../repository/vscode/gitApi';
import { openInNewWindow, type ReviewedBranch } from './openClone';

/**
 * Checks out the commit of a pushed branch that was shown. Not by the branch's name, since a tag may also be named
 * `origin/main`. Git rejects it if uncommitted work would be lost.
 */
export async function checkOut(branch: ReviewedBranch): Promise<void> {
  const { clone, name, commit } = branch;
  const { git } = clone;
  const found = await waitForGit(async () => ({
    operation: await operationInProgress(git),
    local: await localCommit(git, name),
    left: await countCommitsOnNoBranch(git),
  }));
  if (!found) return;
  const { operation, local, left } = found;
  if (operation !== undefined) throw interruptionError(name, operation);
  if (left !== 0 && !(await confirmLeaving(left))) return;
  if (local !== undefined && local !== commit && !(await confirmDetached(branch))) return;
  // Read after the questions: while they are open, a build may write files, and a rebase may stop in a terminal.
  const inTheWay = await waitForGit(async () => ({
    operation: await operationInProgress(git),
    ignored: await ignoredFilesIn(git, commit),
  }));
  if (!inTheWay) return;
  if (inTheWay.operation !== undefined) throw interruptionError(name, inTheWay.operation);
  const { ignored } = inTheWay;
  if (!ignored || ignored.length > 0) throw overwriteError(name, ignored);
  const title = vscode.l10n.t('Checking out {0}... Git finishes it even if you cancel.', name);
  await letGitFinish(() => performCheckout(branch, local), title);
}

async function performCheckout(branch: ReviewedBranch, local: string | undefined): Promise<void> {
  const { clone, name, commit } = branch;
  const { repository, git, remote } = clone;
  const isBranch = isCheckedOutAsBranch(name, commit, local);
  try {
    // With `^0`, it can't be the name of a branch.
    if (!isBranch) await repository.checkout(`${commit}^0`);
    else if (local !== undefined) await repository.checkout(name);
    else await repository.createBranch(name, true, commit);
  } catch (error) {
    throw new ExplainedError(vscode.l10n.t("Couldn't check out {0}: {1}", name, gitWords(error)), gitOutput(), error);
  }
  const isNewBranch = isBranch && local === undefined;
  const upstreamFailure = isNewBranch ? await setUpstream(git, name, { remote, branch: name }) : undefined;
  if (upstreamFailure !== undefined) throw upstreamError(name, upstreamFailure);
  vscode.window.setStatusBarMessage(plainLabel(vscode.l10n.t('Checked out {0}', name)), 5000);
}

function upstreamError(name: string, stderr: string): ExplainedError {
  const words = gitWords({ stderr });
  return new ExplainedError(
    vscode.l10n.t("Checked out {0}, but couldn't set its upstream: {1}", name, words),
    gitOutput(),
  );
}

/** Git would allow it: a merge is forgotten then, and a rebase goes on, on the branch that was checked out meanwhile. */
function interruptionError(name: string, operation: Operation): ExplainedError {
  return new ExplainedError(
    vscode.l10n.t({
      message: 'A {0} is in progress. Finish or abort it before you check out {1}, or use a worktree instead.',
      args: [operation, name],
      comment: '{0} is "rebase", "git am", "merge", "cherry-pick" or "revert", {1} is the name of a branch',
    }),
  );
}

/** Asks before detaching HEAD, because the user's own branch of the same name has other commits. */
function confirmDetached({ clone, name }: ReviewedBranch): Promise<boolean> {
  return confirm(
    vscode.l10n.t("Your local branch {0} isn't at the commit that was pushed.", name),
    vscode.l10n.t(
      "Your branch won't change. Check out {0} with a detached HEAD, or merge it into your branch.",
      `${clone.remote}/${name}`,
    ),
    { no: vscode.l10n.t("Don't Check Out"), yes: vscode.l10n.t('Check Out Detached') },
  );
}

/** Asks before leaving a detached HEAD, such as that of an earlier checkout, whose commits would be hard to find again. */
function confirmLeaving(commits: number | undefined): Promise<boolean> {
  return confirm(
    leavingWords(commits),
    vscode.l10n.t("Git eventually deletes commits that aren't on any branch. To keep yours, create a branch first."),
    { no: vscode.l10n.t("Don't Check Out"), yes: vscode.l10n.t('Check Out Anyway') },
  );
}

function leavingWords(commits: number | undefined): string {
  if (commits === undefined) return vscode.l10n.t("Git couldn't tell whether your commits are on a branch.");
  return commits === 1
    ? vscode.l10n.t("You have 1 commit that isn't on any branch.")
    : vscode.l10n.t("You have {0} commits that aren't on any branch.", commits);
}

/** Ignored files may be local settings and keys, but Git overwrites them without asking. */
function overwriteError(name: string, ignored: readonly string[] | undefined): ExplainedError {
  if (!ignored)
    return new ExplainedError(
      vscode.l10n.t(
        "Git couldn't tell whether checking out {0} would overwrite ignored files. Use a worktree instead.",
        name,
      ),
      gitOutput(),
    );
  return new ExplainedError(overwriteSentence(name, ignored));
}

function overwriteSentence(name: string, [first = '', ...others]: readonly string[]): string {
  switch (others.length) {
    case 0:
      return vscode.l10n.t(
        'Checking out {0} would overwrite the ignored file {1}. Use a worktree instead.',
        name,
        first,
      );
    case 1:
      return vscode.l10n.t(
        'Checking out {0} would overwrite {1} and 1 other ignored file. Use a worktree instead.',
        name,
        first,
      );
    default:
      return vscode.l10n.t(
        'Checking out {0} would overwrite {1} and {2} other ignored files. Use a worktree instead.',
        name,
        first,
        others.length,
      );
  }
}

/** Checks out a pushed branch in a new worktree, and opens that in a new window. */
export async function checkOutInWorktree({ clone, name, commit }: ReviewedBranch): Promise<void> {
  const { root, git, remote } = clone;
  const found = await waitForGit(async () => ({ local: await localCommit(git, name) }));
  if (!found) return;
  const { local } = found;
  const folder = await showInputBox({
    title: plainNotification(vscode.l10n.t('Check Out {0} in Worktree', name)),
    prompt:
      local === undefined || local === commit
        ? vscode.l10n.t('Folder of the new worktree. It opens in a new window.')
        : vscode.l10n.t('Folder of the new worktree, with a detached HEAD: your local branch has other commits.'),
    value: path.join(`${root}.worktrees`, name.replace(/[^\p{L}\p{M}\p{N}_.-]+/gu, '-')),
    validateInput: (text) => (path.isAbsolute(text) ? undefined : vscode.l10n.t('Enter an absolute path.')),
  });
  if (folder === undefined) return;
  const result = await withProgress(vscode.l10n.t('Creating worktree...'), (signal) =>
    addWorktree(git, { remote, name, commit, folder, signal }),
  );
  if (result.kind === 'aborted') return;
  if (result.kind === 'created') {
    await openInNewWindow(folder);
    if (result.message !== undefined) throw upstreamError(name, result.message);
    return;
  }
  const words =
    result.kind === 'failed'
      ? gitWords({ stderr: result.message })
      : vscode.l10n.t("Git's filters might run programs of the branch. Update Git to 2.31 or newer.");
  throw new ExplainedError(vscode.l10n.t("Couldn't create a worktree for {0}: {1}", name, words), gitOutput());
}
