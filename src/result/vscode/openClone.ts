import { stat } from 'node:fs/promises';
import * as vscode from 'vscode';
import type { Conversation } from '../../conversations/common/conversation';
import { commandRemedy, type Remedy } from '../../base/vscode/explanation';
import { plainNotification } from '../../base/common/text';
import type { CloneRemote } from '../../repository/common/target';
import type { Targets } from '../../repository/common/targets';
import type { GitApi, GitRepository } from '../../repository/vscode/gitApi';
import { openGit } from '../../repository/vscode/openGit';
import type { PushedBranch } from '../common/pushedBranches';
import type { Base } from '../node/compareCommits';
import { GitCommand } from '../../repository/node/gitCommand';

/** A clone that is open in the editor's Git, and the remote that a conversation is about. */
export interface OpenClone extends CloneRemote {
  readonly repository: GitRepository;
  readonly git: GitCommand;
  readonly api: GitApi;
  readonly targets: Targets;
}

/** A branch that the user reviews. */
export interface ReviewedBranch extends PushedBranch {
  readonly clone: OpenClone;
  /** What its changes are compared with; `undefined` if it isn't known. */
  readonly base: Base | undefined;
  /** The branch that it may be merged into. */
  readonly target: string | undefined;
  /** It came or moved since the start. */
  readonly isSinceStart: boolean;
}

/** The clone of a conversation. `undefined` if it isn't open; the user was told why, and what to do. */
export async function openClone(conversation: Conversation, targets: Targets): Promise<OpenClone | undefined> {
  const api = await openGit();
  if (typeof api === 'string') {
    void vscode.window.showWarningMessage(
      vscode.workspace.isTrusted
        ? vscode.l10n.t("Git isn't available in this window. Install Git, or turn on the setting git.enabled.")
        : vscode.l10n.t("Git isn't available in Restricted Mode. Trust the workspace to review what was pushed."),
    );
    return undefined;
  }
  const place = await placeOf(conversation, targets);
  if (!place) return undefined;
  const repository = api.getRepository(vscode.Uri.file(place.root));
  if (repository?.rootUri.fsPath !== place.root) {
    await sayNotOpen(place.root);
    return undefined;
  }
  return { ...place, repository, git: new GitCommand(api.git.path), api, targets };
}

/** A conversation from an earlier version doesn't know its clone: an open one of its repository is used. */
async function placeOf({ clone, remote, request }: Conversation, targets: Targets): Promise<CloneRemote | undefined> {
  const { repository } = request;
  if (clone !== undefined && remote !== undefined) return withRemote({ root: clone, remote }, repository, targets);
  if (repository === undefined) {
    void vscode.window.showInformationMessage(vscode.l10n.t("This conversation isn't about a repository."));
    return undefined;
  }
  const found = (await targets.all()).find((target) => target.repository === repository);
  if (found?.root !== undefined && found.remote !== undefined) return { root: found.root, remote: found.remote };
  const sentence = vscode.l10n.t("{0} isn't open in this window. Open its folder, then try again.", repository);
  void vscode.window.showWarningMessage(plainNotification(sentence));
  return undefined;
}

/** The remote may have been renamed since the start: then it's the one of the same repository. */
async function withRemote(
  { root, remote }: CloneRemote,
  repository: string | undefined,
  targets: Targets,
): Promise<CloneRemote | undefined> {
  const ofClone = (await targets.all()).filter((target) => target.root === root);
  if (ofClone.length === 0 || ofClone.some((target) => target.remote === remote)) return { root, remote };
  const renamed = ofClone.find((target) => repository !== undefined && target.repository === repository)?.remote;
  if (renamed !== undefined) return { root, remote: renamed };
  const sentence = vscode.l10n.t('{0} no longer has the remote {1}. Add it again, then try again.', root, remote);
  void vscode.window.showWarningMessage(plainNotification(sentence));
  return undefined;
}

async function sayNotOpen(root: string): Promise<void> {
  const isThere = await stat(root).then(
    (entry) => entry.isDirectory(),
    () => false,
  );
  if (!isThere) {
    const sentence = vscode.l10n.t(
      'The folder this conversation was started from is gone: {0}. Open another clone, and look at its remote branches in Source Control.',
      root,
    );
    void vscode.window.showWarningMessage(plainNotification(sentence));
    return;
  }
  const open = vscode.l10n.t('Open in New Window');
  const sentence = vscode.l10n.t("The repository isn't open in this window: {0}", root);
  const clicked = await vscode.window.showWarningMessage(plainNotification(sentence), open);
  if (clicked === open) await openInNewWindow(root);
}

export async function openInNewWindow(folder: string): Promise<void> {
  await vscode.commands.executeCommand('vscode.openFolder', vscode.Uri.file(folder), { forceNewWindow: true });
}

/** Shows all that Git said. */
export function gitOutput(): Remedy {
  return commandRemedy(vscode.l10n.t('Show Git Output'), 'git.showOutput');
}
