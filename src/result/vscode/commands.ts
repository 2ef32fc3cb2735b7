import { reportErrors } from '../../base/vscode/commands';
import type { Report } from '../../base/vscode/explanation';
import { checkOutBranch, checkOutBranchInWorktree, createPullRequest } from './changesCommands';
import { reviewResult } from './reviewResult';
import type { ResultPorts } from './savedResult';

export const commands = reportErrors<ResultPorts & { readonly report: Report }>({
  checkOutBranch,
  checkOutBranchInWorktree,
  createPullRequest,
  reviewResult,
});
