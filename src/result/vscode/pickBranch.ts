import * as vscode from 'vscode';
import type { Conversation } from '../../conversations/conversation';
import { conversationTitle } from '../../conversations/vscode/conversationLabels';
import { plainLabel, plainNotification } from '../../base/text';
import { formatAge } from '../../base/vscode/units';
import { onAccept, untilClosed } from '../../base/vscode/quickInputs';
import type { PushedBranch } from '../pushedBranches';
import { countCommits, type ComparisonBase } from '../compareCommits';
import { branchActions, viewChanges, type BranchAction } from './branchActions';
import { waitForGit } from '../../repository/vscode/waitForGit';
import type { OpenClone, ReviewedBranch } from './openClone';
import { markSeen } from '../../conversations/conversationToShow';
import type { History } from '../../conversations/history';

interface OfferedBranches {
  readonly clone: OpenClone;
  readonly found: readonly PushedBranch[];
  /** True if the branches were created or moved after the start. Otherwise, they are simply the newest ones. */
  readonly isSinceStart: boolean;
  readonly baseOf: (name: string) => ComparisonBase | undefined;
  readonly target: string | undefined;
}

const maxShownBranches = 30;

interface BranchItem extends vscode.QuickPickItem {
  readonly branch: ReviewedBranch;
}

/** Offers branches. Enter shows the changes of one, and its buttons perform the other actions. */
export async function pickBranch(
  conversation: Conversation,
  offered: OfferedBranches,
  history: History,
): Promise<void> {
  const items = await waitForGit(() => itemsOf(offered));
  if (!items) return;
  const pick = vscode.window.createQuickPick<BranchItem>();
  const title = plainNotification(conversationTitle(conversation));
  pick.title = offered.isSinceStart
    ? vscode.l10n.t('Pushed Since the Start · {0}', title)
    : vscode.l10n.t('Newest Branches · {0}', title);
  pick.placeholder = placeholder(conversation, offered);
  pick.matchOnDescription = true;
  pick.items = items;
  const chosen = untilClosed<() => Promise<void>>(pick, (settle, guard) => {
    onAccept(pick, guard, () => {
      const [item] = pick.activeItems;
      settle(item && (() => viewChanges(item.branch)));
    });
    pick.onDidTriggerItemButton(({ button, item }) =>
      settle(() => (button as typeof button & { action: BranchAction }).action.perform(item.branch)),
    );
  });
  markSeen(history.get(conversation.id), history).catch(() => undefined);
  const perform = await chosen;
  await perform?.();
}

function placeholder({ remoteBranches }: Conversation, { found }: OfferedBranches): string {
  if (remoteBranches === undefined) return vscode.l10n.t("It's unknown where the agent began. Select a branch");
  return found.length <= maxShownBranches
    ? vscode.l10n.t('Select a branch to see its changes')
    : vscode.l10n.t('The newest {0} branches. Select one to see its changes', maxShownBranches);
}

async function itemsOf({
  clone,
  found,
  baseOf,
  isSinceStart,
  target,
}: OfferedBranches): Promise<readonly BranchItem[]> {
  return Promise.all(
    found.slice(0, maxShownBranches).map(async (branch) => {
      const base = branch.before ?? baseOf(branch.name);
      const commits = base === undefined ? undefined : await countCommits(clone.git, base, branch.commit);
      return itemOf({ ...branch, clone, base, target, isSinceStart }, commits);
    }),
  );
}

function itemOf(branch: ReviewedBranch, commits: number | undefined): BranchItem {
  const { name, subject = '', committedAt, by, isSinceStart } = branch;
  const words = [
    commits === undefined ? '' : commitsWords(commits),
    committedAt === undefined ? '' : formatAge(committedAt, Date.now()),
    by === 'unknown' && isSinceStart ? vscode.l10n.t('may be your own push') : '',
  ];
  return {
    iconPath: new vscode.ThemeIcon('git-branch'),
    label: plainLabel(name),
    description: words.filter(Boolean).join(' · '),
    detail: plainLabel(subject),
    branch,
    buttons: Object.values(branchActions)
      .filter(({ isFor }) => isFor?.(branch) ?? true)
      .map((action) => ({ action, iconPath: new vscode.ThemeIcon(action.icon), tooltip: action.words() })),
  };
}

function commitsWords(commits: number): string {
  return commits === 1 ? vscode.l10n.t('1 commit') : vscode.l10n.t('{0} commits', commits);
}
