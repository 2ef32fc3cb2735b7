import { isDeepStrictEqual } from 'node:util';
import { commands, l10n, window, workspace, ThemeIcon } from 'vscode';
import { plainLabel, plainNotification } from '../../../base/text';
import { ExplainedError } from '../../../base/vscode/explanation';
import { inform } from '../../../base/vscode/notify';
import { withAttachment } from '../../../draft/draft';
import { readChanges } from '../../../draft/vscode/readChanges';
import { gitWords } from '../../../repository/gitCommand';
import type { BranchPush, Target } from '../../../repository/target';
import { gitOutput } from '../../../repository/vscode/gitApi';
import { letGitFinish, waitForGit } from '../../../repository/vscode/waitForGit';
import type { RepositoryActions } from '../../../repository/workspace';
import type { Warning } from '../../warnings';
import { backToSheet, type SheetChange, type SheetPorts, type SheetState } from './sheetState';

export interface OfferedFix {
  readonly iconPath?: ThemeIcon;
  /** Empty if the fix isn't possible: then it isn't offered. */
  readonly label: string;
  readonly perform: (state: SheetState, ports: SheetPorts, warning: Warning) => SheetChange | Promise<SheetChange>;
}

export function offeredFix(icon: string, label: string, perform: OfferedFix['perform']): OfferedFix {
  return { iconPath: new ThemeIcon(icon), label, perform };
}

type TargetFix = (target: Target, ports: SheetPorts) => Promise<SheetChange>;

/** Makes sure that the branch that the sheet shows is still checked out before a fix is performed. */
function ifUnchanged(perform: TargetFix): OfferedFix['perform'] {
  return async ({ targetContext }, ports) => {
    const { root } = targetContext?.target ?? {};
    if (!targetContext || root === undefined) return {};
    const now = await waitForGit(() => ports.targets.refresh(targetContext.target));
    if (!now) return {};
    if (now.target.root !== root) {
      // The sheet stays with its repository, as it does while that can't be read.
      inform(
        window.showWarningMessage,
        l10n.t("{0} isn't open in this window. Open its folder, then try again.", root),
      );
      return {};
    }
    if (isDeepStrictEqual(checkedOut(now.target), checkedOut(targetContext.target))) return perform(now.target, ports);
    inform(window.showWarningMessage, l10n.t('Another branch is checked out. Check it, and try again.'));
    return { targetContext: now };
  };
}

function checkedOut({ root, branch, localBranch, push, publish }: Target): object {
  return { root, branch, localBranch, push, publish };
}

export function publishFix(target?: Target): OfferedFix {
  return offeredPush(target?.publish, 'cloud-upload', (local) => l10n.t('Publish {0}', local));
}

export function pushFix(target?: Target): OfferedFix {
  return offeredPush(target?.push, 'repo-push', (local, branch) =>
    local === branch ? l10n.t('Push') : l10n.t('Push to {0}...', branch),
  );
}

export function fetchFix(target?: Target): OfferedFix {
  const label = target?.remote === undefined ? '' : l10n.t('Fetch');
  return offeredFix('repo-fetch', label, ifUnchanged(fetchRemote));
}

export function attachChangesFix(): OfferedFix {
  return offeredFix('diff', l10n.t('Add Changes to Message'), ifUnchanged(attachChanges));
}

/** Fixes for repositories that VS Code found but didn't open: VS Code's own commands, which ask their own questions. */
export function openingFixes(): Readonly<Record<'openParents' | 'manageUnsafe' | 'openFolder', OfferedFix>> {
  const [folder] = workspace.workspaceFolders ?? [];
  return {
    openParents: opening(
      'repo',
      l10n.t('Open Repositories in Parent Folders...'),
      'git.openRepositoriesInParentFolders',
    ),
    manageUnsafe: opening('shield', l10n.t('Manage Unsafe Repositories...'), 'git.manageUnsafeRepositories'),
    openFolder: opening('repo', l10n.t('Open Repository'), 'git.openRepository', folder?.uri.fsPath),
  };
}

function opening(icon: string, label: string, command: string, ...args: readonly unknown[]): OfferedFix {
  return offeredFix(icon, label, async ({ draft }, { targets }) => {
    await commands.executeCommand(command, ...args);
    return { targetContext: await targets.find(draft.chosen, draft.fields) };
  });
}

/** The fix that pushes a branch, with the remote and the branch that its label names. */
function offeredPush(
  push: BranchPush | undefined,
  icon: string,
  words: (local: string, branch: string) => string,
): OfferedFix {
  if (!push) return { label: '', perform: () => ({}) };
  const perform = ifUnchanged(async (target, { workspace, targets }) => {
    if (push.needsConfirmation && !(await confirmPush(push))) return {};
    const actions = await workspace.repositoryActions();
    const title = l10n.t('Pushing {0}... Git finishes it even if you cancel.', push.localBranch);
    await letGitFinish(() => pushBranch(push, target, actions), title);
    return { targetContext: await targets.refresh(target) };
  });
  return offeredFix(icon, plainLabel(words(push.localBranch, push.branch)), perform);
}

async function pushBranch(push: BranchPush, { root = '' }: Target, actions: RepositoryActions): Promise<void> {
  const failed = await actions.push(root, push).catch((error: unknown) => {
    throw new ExplainedError(l10n.t("Couldn't push {0}: {1}", push.localBranch, gitWords(error)), gitOutput(), error);
  });
  if (failed === undefined) return;
  const words = gitWords({ stderr: failed });
  throw new ExplainedError(
    l10n.t("Pushed {0}, but couldn't set its upstream: {1}", push.localBranch, words),
    gitOutput(),
  );
}

/** "Back" comes first, because Enter presses the first button. */
async function confirmPush({ localBranch, branch, remoteLabel, pulledRef }: BranchPush): Promise<boolean> {
  const place = `${remoteLabel}/${branch}`;
  const [question, detail, yes] =
    pulledRef === undefined
      ? [
          l10n.t('Push {0} to {1}?', localBranch, place),
          l10n.t('This changes {0}. To leave it unchanged, publish {1} instead.', place, localBranch),
          l10n.t('Push to {0}', branch),
        ]
      : [
          l10n.t('Publish {0} to {1}?', localBranch, remoteLabel),
          l10n.t("It comes from {0}, which isn't a branch. Publishing creates the branch {1}.", pulledRef, place),
          l10n.t('Publish {0}', localBranch),
        ];
  const options = { modal: true, detail: plainNotification(detail) };
  return (await window.showWarningMessage(plainNotification(question), options, backToSheet(), yes)) === yes;
}

async function fetchRemote(target: Target, { workspace, targets }: SheetPorts): Promise<SheetChange> {
  const { root, remote } = target;
  if (root === undefined || remote === undefined) return {};
  try {
    const actions = await workspace.repositoryActions();
    await waitForGit(() => actions.fetch({ root, remote }), l10n.t('Fetching from {0}...', remote));
  } catch (error) {
    throw new ExplainedError(l10n.t("Couldn't fetch from {0}: {1}", remote, gitWords(error)), gitOutput(), error);
  }
  return { targetContext: await targets.refresh(target) };
}

async function attachChanges(target: Target, { workspace }: SheetPorts): Promise<SheetChange> {
  const attachment = await readChanges(target, await workspace.repositoryActions());
  return attachment ? { edit: (draft) => withAttachment(draft, attachment) } : {};
}
