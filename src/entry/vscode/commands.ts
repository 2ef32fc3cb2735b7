import type { Commands } from '../../base/vscode/commands';
import type { StartPorts } from '../../start/vscode/startPorts';
import { startFromComment, startFromProblem, startFromSelection } from './startFromEditor';
import { startFromFile } from './startFromFile';
import { startFromTerminal, startFromTestFailure } from './startFromOutput';
import { resolveMergeConflicts, startFromChanges } from './startFromSourceControl';
import { createMicroagent, replayConversation } from './startWithField';

/** Without `reportErrors`, since these show errors themselves and return the service's answer to their caller. */
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
