import * as vscode from 'vscode';
import { isBranchName } from '../../../repository/repository';
import { withField } from '../../../draft/draft';
import type { RemoteBranch } from '../../../repository/remoteBranches';
import { formatAge } from '../../../base/vscode/units';
import { plainLabel } from '../../../base/text';
import { requestFieldTitle } from '../../../service/vscode/errors/fieldLabels';
import { containing, typedFirst } from '../../../base/vscode/typedFirst';
import { untilClosed } from '../../../base/vscode/untilClosed';
import { sheetRequest, type Edited, type SheetPorts, type SheetState, type FieldOnSheet } from '../sheet/sheetState';

export const branchField: FieldOnSheet<'selected_branch'> = {
  icon: 'git-branch',
  whenUnset: () => vscode.l10n.t({ message: 'default', comment: 'The branch that the remote has by default' }),
  value: (branch) => branch,
  edit: editBranch,
};

interface BranchItem extends vscode.QuickPickItem {
  readonly branch: string | null;
}

async function branchesOf(state: SheetState, { actions }: SheetPorts): Promise<readonly RemoteBranch[]> {
  const { root, remote, repository } = state.surroundings?.target ?? {};
  if (root === undefined || remote === undefined || sheetRequest(state).repository !== repository) return [];
  return actions.remoteBranches({ root, remote });
}

/** The branches of the remote, newest first; typed text is taken as another branch name. */
export async function editBranch(state: SheetState, ports: SheetPorts): Promise<Edited> {
  const branches = await branchesOf(state, ports);
  const now = Date.now();
  const known = branches.map(({ name, committedAt }): BranchItem => ({
    label: `$(git-branch) ${plainLabel(name)}`,
    ...(committedAt !== undefined && { description: formatAge(committedAt, now) }),
    branch: name,
  }));
  const byDefault = { label: vscode.l10n.t('$(circle-slash) Default Branch'), branch: null };
  const branch = await pickBranch(sheetRequest(state).selected_branch, [...known, byDefault]);
  return branch === undefined ? {} : { edit: (draft) => withField(draft, 'selected_branch', branch) };
}

async function pickBranch(
  current: string | undefined,
  items: readonly BranchItem[],
): Promise<string | null | undefined> {
  const pick = vscode.window.createQuickPick<BranchItem>();
  pick.title = requestFieldTitle('selected_branch');
  pick.placeholder = vscode.l10n.t('Select a branch, or enter its name on the remote');
  pick.ignoreFocusOut = true;
  const chosen = typedFirst(pick, (typed) => rowsFor(typed, items));
  pick.activeItems = pick.items.filter(({ branch }) => branch === current);
  return untilClosed(pick, (settle) =>
    pick.onDidAccept(() => {
      const item = chosen();
      if (item && (item.branch === null || isBranchName(item.branch))) settle(item.branch);
    }),
  );
}

/** Typed text comes first if it is a valid branch name, followed by the branches whose names contain it. */
function rowsFor(typed: string, items: readonly BranchItem[]): readonly BranchItem[] {
  if (typed === '') return items;
  const same = items.filter(({ branch }) => branch === typed);
  const others = containing(items, typed).filter(({ branch }) => branch !== typed);
  if (same.length > 0) return [...same, ...others];
  if (!isBranchName(typed)) {
    const label = vscode.l10n.t('$(error) Not a valid Git branch name');
    return [...others, { label, branch: typed }];
  }
  return [{ label: vscode.l10n.t('$(edit) Use "{0}"', plainLabel(typed)), branch: typed }, ...others];
}
