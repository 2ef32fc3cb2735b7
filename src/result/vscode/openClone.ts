import * as vscode from 'vscode';
import { exists } from '../../base/files';
import type { Conversation } from '../../conversations/conversation';
import { shortTitle } from '../../conversations/vscode/conversationLabels';
import { commandRemedy, suggestSetting, suggestTrust, type Explanation } from '../../base/vscode/explanation';
import type { CloneRemote, Target } from '../../repository/target';
import type { Targets } from '../../repository/targets';
import { openGit, type GitApi, type GitRepository } from '../../repository/vscode/gitApi';
import type { PushedBranch } from '../pushedBranches';
import type { ComparisonBase } from '../compareCommits';
import { GitCommand } from '../../repository/gitCommand';
import { worktreeAmong } from '../worktree';

/** The editors that show the changes of branches. They're recognized by their titles. */
export interface BranchEditors {
  titleFor(branch: ReviewedBranch): string;
}

/** A clone that is open in VS Code, and the remote of a conversation. */
export interface OpenClone extends CloneRemote {
  readonly repository: GitRepository;
  readonly git: GitCommand;
  readonly api: GitApi;
  readonly targets: Targets;
  readonly editors: BranchEditors;
}

export interface ReviewedBranch extends PushedBranch {
  readonly clone: OpenClone;
  /** The base that it's compared with to show its changes; `undefined` if it isn't known. */
  readonly base: ComparisonBase | undefined;
  /** The branch to merge it into; `undefined` if that isn't known. */
  readonly target: string | undefined;
  readonly isSinceStart: boolean;
}

/** The clone of a conversation, or the explanation why it isn't open. */
export async function openClone(
  conversation: Conversation,
  targets: Targets,
  editors: BranchEditors,
): Promise<OpenClone | Explanation> {
  const api = await openGit();
  if (!api) {
    if (vscode.workspace.isTrusted) {
      const sentence = vscode.l10n.t(
        "Git isn't available in this window. Install Git, or turn on the setting git.enabled.",
      );
      return suggestSetting(sentence, 'git.enabled');
    }
    return suggestTrust(
      vscode.l10n.t("Git isn't available in Restricted Mode. Trust the workspace to review what was pushed."),
    );
  }
  const place = await cloneRemoteOf(conversation, targets, api);
  if ('sentence' in place) return place;
  const { root } = place;
  const repository = api.getRepository(vscode.Uri.file(root));
  if (repository?.rootUri.fsPath === root)
    return { ...place, repository, git: new GitCommand(api.git.path, root), api, targets, editors };
  const remedy = { label: vscode.l10n.t('Open in New Window'), run: () => openInNewWindow(root) };
  const title = shortTitle(conversation);
  return { sentence: vscode.l10n.t('The repository of "{0}" isn\'t open in this window: {1}', title, root), remedy };
}

/**
 * The clone that a conversation was started from. If there was none, or its folder is gone, such as that of a worktree, any
 * open clone of its repository.
 */
async function cloneRemoteOf(
  conversation: Conversation,
  targets: Targets,
  { git }: GitApi,
): Promise<CloneRemote | Explanation> {
  const { clone: root, remote, request } = conversation;
  const { repository } = request;
  // Git is asked, since VS Code may not have noticed yet that a remote was renamed.
  const open = await targets.all();
  const ofStart =
    root !== undefined && remote !== undefined
      ? await cloneOfStart({ remote, repository }, open, new GitCommand(git.path, root))
      : undefined;
  if (ofStart) return ofStart;
  if (repository === undefined) {
    const title = shortTitle(conversation);
    return { sentence: vscode.l10n.t('The conversation "{0}" isn\'t about a repository.', title) };
  }
  const clones = open.filter((target) => target.repository === repository);
  for (const { root: cloneRoot, remote: cloneRemote } of clones)
    if (cloneRoot !== undefined && cloneRemote !== undefined) return { root: cloneRoot, remote: cloneRemote };
  if (clones.length > 0) return explainMissingRemote(repository);
  return { sentence: vscode.l10n.t("{0} isn't open in this window. Open its folder, then try again.", repository) };
}

/**
 * An open worktree of the clone from which a conversation was started. If none is open, the clone's own folder; `undefined`
 * if that is gone. The remote may have another name now, and its former one may be that of a fork.
 */
async function cloneOfStart(
  { remote, repository }: { readonly remote: string; readonly repository: string | undefined },
  open: readonly Target[],
  git: GitCommand,
): Promise<CloneRemote | Explanation | undefined> {
  const roots = new Set(open.flatMap((target) => target.root ?? []));
  const root = await worktreeAmong([...roots], git);
  if (root === undefined) return (await exists(git.root)) ? { root: git.root, remote } : undefined;
  const remotes = open.filter((target) => target.root === root);
  const named = remotes.find((target) => target.remote === remote);
  const ofRepository = remotes.filter((target) => target.repository === repository);
  const found = ofRepository.find((target) => target === named) ?? ofRepository[0] ?? named;
  if (found?.remote !== undefined) return { root, remote: found.remote };
  return { sentence: vscode.l10n.t('{0} no longer has the remote {1}. Add it again, then try again.', root, remote) };
}

/** A clone may use a repository by its URL, such as a fork whose pull request was checked out. Git doesn't fetch its branches. */
function explainMissingRemote(repository: string): Explanation {
  const sentence = vscode.l10n.t('Your clone has no remote for {0}. Add it, then try again.', repository);
  return { sentence, remedy: commandRemedy(vscode.l10n.t('Add Remote...'), 'git.addRemote') };
}

export async function openInNewWindow(folder: string): Promise<void> {
  await vscode.commands.executeCommand('vscode.openFolder', vscode.Uri.file(folder), { forceNewWindow: true });
}
