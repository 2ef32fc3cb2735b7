import type { Commands } from '../../base/vscode/commands';
import type { StartPorts } from '../../start/vscode/startPorts';
import { startFromComment, startFromProblem, startFromSelection } from './startFromEditor';
import { startFromFile } from './startFromFile';
import { startFromTerminal, startFromTestFailure } from './startFromOutput';
import { resolveMergeConflicts, startFromChanges } from './startFromSourceControl';
import { createMicroagent, replayConversation } from './startWithField';

/** Each returns the service's answer to its caller, and shows errors to the user itself. */
export const commands: Commands<StartPorts> = {
  createMicroagent,
  delegateFile: startFromFile,
  delegateSelection: startFromSelection,
  replayConversation,
  resolveMergeConflicts,
  startFromChanges,
  startFromComment,
  startFromFile,
  startFromProblem,
  startFromSelection,
  startFromTerminal,
  startFromTestFailure,
};
