import * as vscode from 'vscode';
import { reportErrors } from '../../base/vscode/commands';
import { inform } from '../../base/vscode/notify';
import { branchActions, type BranchAction } from './branchActions';
import { reviewResult } from './reviewResult';
import type { ResultPorts } from './remoteAtStart';

export const commands = reportErrors<ResultPorts>({
  checkOutBranch,
  checkOutBranchInWorktree,
  createPullRequest,
  reviewResult,
});

type ChangesPorts = Pick<ResultPorts, 'changesEditors'>;

export function checkOutBranch(ports: ChangesPorts): Promise<void> {
  return performOnActive(branchActions.checkOut, ports);
}

export function checkOutBranchInWorktree(ports: ChangesPorts): Promise<void> {
  return performOnActive(branchActions.checkOutInWorktree, ports);
}

export function createPullRequest(ports: ChangesPorts): Promise<void> {
  return performOnActive(branchActions.createPullRequest, ports);
}

async function performOnActive({ perform, isFor }: BranchAction, { changesEditors }: ChangesPorts): Promise<void> {
  const { active: branch } = await changesEditors();
  if (branch && (isFor?.(branch) ?? true)) await perform(branch);
  else inform(vscode.window.showInformationMessage, vscode.l10n.t('Open the changes of a pushed branch first.'));
}
