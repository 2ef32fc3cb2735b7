import { reportErrors } from '../../base/vscode/commands';
import { checkOutBranch, checkOutBranchInWorktree, createPullRequest } from './changesCommands';
import { reviewResult } from './reviewResult';
import type { ResultPorts } from './savedResult';

export const commands = reportErrors<ResultPorts>({
  checkOutBranch,
  checkOutBranchInWorktree,
  createPullRequest,
  reviewResult,
});
