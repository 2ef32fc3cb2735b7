import * as vscode from 'vscode';
import type { Conversation } from '../../conversations/common/conversation';
import { givenConversation, pickConversation } from '../../conversations/vscode/pickConversation';
import { conversationTitle } from '../../conversations/vscode/conversationLabels';
import { plainLabel, plainNotification } from '../../base/common/text';
import { formatAge } from '../../base/vscode/units';
import { withProgress } from '../../base/vscode/withProgress';
import type { RemoteBranches } from '../common/remoteBranches';
import type { PushedBranch } from '../common/pushedBranches';
import { savePushed } from './savePushed';
import { baseOf, countCommits, readPushed, readRemoteBranches, startCommitOf } from '../node/readRemote';
import { branchActions, type BranchAction, type ReviewedBranch } from './branchActions';
import { gitWords, openClone, type OpenClone } from './openClone';
import type { ResultPorts } from './resultPorts';

/** More than a user looks through. */
const maxShown = 30;

/** A branch on the list, with its changes since the start. */
interface BranchItem extends vscode.QuickPickItem {
  readonly branch: ReviewedBranch;
}

interface BranchButton extends vscode.QuickInputButton {
  readonly action: BranchAction;
}

/**
 * The command `reviewResult`: fetches the remote of a conversation, and offers the branches that others pushed there
 * since it was started.
 */
export async function reviewResult(ports: ResultPorts, given?: unknown): Promise<void> {
  const { history } = ports;
  const conversation =
    givenConversation(given, history) ??
    (await pickConversation(history, vscode.l10n.t('Review What Was Pushed'), isAboutRepository));
  if (!conversation) return;
  const clone = await openClone(conversation, ports.targets);
  if (!clone) return;
  await fetchRemote(clone);
  const now = await readRemoteBranches(clone.git, clone);
  if (!now) throw new Error('Git returned no branches.');
  const start = await startOf(conversation, ports);
  if (!start) {
    await offer(conversation, { clone, now, found: newestOf(now), from: 'newest' });
    return;
  }
  const [found = []] = await readPushed(clone.git, clone, now, [start]);
  await savePushed(conversation, found, history);
  if (found.length > 0) await offer(conversation, { clone, now, found, from: 'start' });
  else await sayNothing(conversation, { clone, now, found: newestOf(now), from: 'newest' });
}

function isAboutRepository({ request }: Conversation): boolean {
  return request.repository !== undefined;
}

async function startOf({ remoteBranches, sentAt: at }: Conversation, ports: ResultPorts) {
  const commits = remoteBranches === undefined ? undefined : await (await ports.snapshots()).load(remoteBranches);
  return commits && { commits, at };
}

/** Without a connection, what the last fetch brought can be reviewed. */
async function fetchRemote({ repository, remote }: OpenClone): Promise<void> {
  try {
    await withProgress(vscode.l10n.t('Fetching from {0}...', remote), () => repository.fetch(remote));
  } catch (error) {
    const sentence = vscode.l10n.t(
      "Couldn't fetch from {0}. Showing the result of the last fetch. Git: {1}",
      remote,
      gitWords(error),
    );
    const output = vscode.l10n.t('Show Git Output');
    void vscode.window.showWarningMessage(plainNotification(sentence), output).then((clicked) => {
      if (clicked === output) void vscode.commands.executeCommand('git.showOutput');
    });
  }
}

/** Branches to choose from, and where they come from. */
interface Offered {
  readonly clone: OpenClone;
  readonly now: RemoteBranches;
  readonly found: readonly PushedBranch[];
  /** `newest`: it isn't known where the conversation began, or nothing was pushed since. */
  readonly from: 'start' | 'newest';
}

function newestOf({ branches }: RemoteBranches): readonly PushedBranch[] {
  return branches.slice(0, maxShown).map((branch) => ({ ...branch, by: 'unknown' as const }));
}

async function sayNothing(conversation: Conversation, offered: Offered): Promise<void> {
  const newest = vscode.l10n.t('Show Newest Branches');
  const age = formatAge(conversation.sentAt, Date.now());
  const sentence = vscode.l10n.t({
    message: 'No one else has pushed to {0} since this conversation was started {1}.',
    args: [offered.clone.remote, age],
    comment: '{0} is the name of a remote, {1} is "3 min. ago" or a date',
  });
  const clicked = await vscode.window.showInformationMessage(plainNotification(sentence), newest);
  if (clicked === newest) await offer(conversation, offered);
}

async function offer(conversation: Conversation, offered: Offered): Promise<void> {
  const pick = vscode.window.createQuickPick<BranchItem>();
  const title = plainNotification(conversationTitle(conversation));
  pick.title =
    offered.from === 'start'
      ? vscode.l10n.t('Pushed Since the Start · {0}', title)
      : vscode.l10n.t('Newest Branches · {0}', title);
  pick.placeholder =
    conversation.remoteBranches === undefined
      ? vscode.l10n.t("Where this conversation began isn't known. Select a branch to see its changes")
      : vscode.l10n.t('Select a branch to see its changes');
  pick.matchOnDescription = true;
  pick.items = await itemsOf(conversation, offered);
  const chosen = await new Promise<readonly [BranchButton['action'], ReviewedBranch] | undefined>((resolve) => {
    pick.onDidHide(() => resolve(undefined));
    pick.onDidAccept(() => {
      const [item] = pick.activeItems;
      resolve(item && [branchActions.viewChanges, item.branch]);
    });
    pick.onDidTriggerItemButton(({ button, item }) => resolve([(button as BranchButton).action, item.branch]));
    pick.show();
  });
  pick.dispose();
  if (!chosen) return;
  const [action, branch] = chosen;
  await action.perform(branch);
}

async function itemsOf(
  conversation: Conversation,
  { clone, now, found, from }: Offered,
): Promise<readonly BranchItem[]> {
  const startCommit = conversation.startCommit ?? startCommitOf(now, conversation.request.selected_branch);
  // The branch that the agent was asked to push to comes first.
  const asked = conversation.resultBranch;
  const shown = [...found].sort((a, b) => Number(b.name === asked) - Number(a.name === asked)).slice(0, maxShown);
  return Promise.all(
    shown.map(async (branch) => {
      const base = baseOf(branch, startCommit);
      const reviewed = {
        ...branch,
        clone,
        base,
        target: conversation.request.selected_branch ?? now.defaultBranch,
        isSinceStart: from === 'start',
      };
      const commits = base === undefined ? undefined : await countCommits(clone.git, clone, base, branch.commit);
      return itemOf(reviewed, commits);
    }),
  );
}

function itemOf(branch: ReviewedBranch, commits: number | undefined): BranchItem {
  const { name, subject, committedAt, by } = branch;
  const words = [
    commits === undefined ? '' : commitsWords(commits),
    formatAge(committedAt, Date.now()),
    by === 'unknown' && branch.isSinceStart ? vscode.l10n.t('may be your own push') : '',
  ];
  return {
    label: `$(git-branch) ${plainLabel(name)}`,
    description: words.filter(Boolean).join(' · '),
    detail: plainLabel(subject),
    branch,
    buttons: Object.values(branchActions)
      .filter(({ icon }) => icon !== undefined)
      .map((action) => ({ action, iconPath: new vscode.ThemeIcon(action.icon ?? ''), tooltip: action.words() })),
  };
}

function commitsWords(commits: number): string {
  return commits === 1 ? vscode.l10n.t('1 commit') : vscode.l10n.t('{0} commits', commits);
}
