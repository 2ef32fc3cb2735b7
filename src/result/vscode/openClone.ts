import { stat } from 'node:fs/promises';
import * as vscode from 'vscode';
import type { Conversation } from '../../conversations/conversation';
import { shortTitle } from '../../conversations/vscode/conversationLabels';
import { commandRemedy, type Remedy } from '../../base/vscode/explanation';
import { notify } from '../../base/vscode/notify';
import type { CloneRemote } from '../../repository/target';
import type { Targets } from '../../repository/targets';
import { openGit, type GitApi, type GitRepository } from '../../repository/vscode/gitApi';
import type { PushedBranch } from '../pushedBranches';
import type { Base } from '../compareCommits';
import { GitCommand } from '../../repository/gitCommand';

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
    void notify(
      vscode.window.showWarningMessage,
      vscode.workspace.isTrusted
        ? vscode.l10n.t("Git isn't available in this window. Install Git, or turn on the setting git.enabled.")
        : vscode.l10n.t("Git isn't available in Restricted Mode. Trust the workspace to review what was pushed."),
    );
    return undefined;
  }
  const place = await cloneRemoteOf(conversation, targets);
  if (!place) return undefined;
  const repository = api.getRepository(vscode.Uri.file(place.root));
  if (repository?.rootUri.fsPath !== place.root) {
    await sayNotOpen(place.root, conversation);
    return undefined;
  }
  return { ...place, repository, git: new GitCommand(api.git.path), api, targets };
}

/** An open clone of its repository is used for a conversation that was started without one. */
async function cloneRemoteOf(conversation: Conversation, targets: Targets): Promise<CloneRemote | undefined> {
  const { clone, remote, request } = conversation;
  const { repository } = request;
  if (clone !== undefined && remote !== undefined) return currentRemote({ root: clone, remote }, repository, targets);
  if (repository === undefined) {
    const sentence = vscode.l10n.t('The conversation "{0}" isn\'t about a repository.', shortTitle(conversation));
    void notify(vscode.window.showInformationMessage, sentence);
    return undefined;
  }
  const found = (await targets.all()).find((target) => target.repository === repository);
  if (found?.root !== undefined && found.remote !== undefined) return { root: found.root, remote: found.remote };
  const sentence = vscode.l10n.t("{0} isn't open in this window. Open its folder, then try again.", repository);
  void notify(vscode.window.showWarningMessage, sentence);
  return undefined;
}

/**
 * The remote may have been renamed since the start: then it's the one of the same repository. Git is asked, since VS Code
 * may not have noticed yet.
 */
async function currentRemote(
  { root, remote }: CloneRemote,
  repository: string | undefined,
  targets: Targets,
): Promise<CloneRemote | undefined> {
  const ofClone = (await targets.all()).filter((target) => target.root === root);
  if (ofClone.length === 0 || ofClone.some((target) => target.remote === remote)) return { root, remote };
  const renamed = ofClone.find((target) => repository !== undefined && target.repository === repository)?.remote;
  if (renamed !== undefined) return { root, remote: renamed };
  const sentence = vscode.l10n.t('{0} no longer has the remote {1}. Add it again, then try again.', root, remote);
  void notify(vscode.window.showWarningMessage, sentence);
  return undefined;
}

/** Doesn't wait for a click. */
async function sayNotOpen(root: string, conversation: Conversation): Promise<void> {
  const isThere = await stat(root).then(
    (entry) => entry.isDirectory(),
    () => false,
  );
  if (!isThere) {
    const sentence = vscode.l10n.t(
      'The folder that "{0}" was started from is gone: {1}. Open another clone, and look at its remote branches in Source Control.',
      shortTitle(conversation),
      root,
    );
    void notify(vscode.window.showWarningMessage, sentence);
    return;
  }
  const open = { label: vscode.l10n.t('Open in New Window'), run: () => openInNewWindow(root) };
  const sentence = vscode.l10n.t(
    'The repository of "{0}" isn\'t open in this window: {1}',
    shortTitle(conversation),
    root,
  );
  void notify(vscode.window.showWarningMessage, sentence, open);
}

export async function openInNewWindow(folder: string): Promise<void> {
  await vscode.commands.executeCommand('vscode.openFolder', vscode.Uri.file(folder), { forceNewWindow: true });
}

/** Shows all that Git said. */
export function gitOutput(): Remedy {
  return commandRemedy(vscode.l10n.t('Show Git Output'), 'git.showOutput');
}
