import type { Commands } from '../../base/vscode/commands';
import type { RequestField } from '../../client/records';
import { Targets } from '../../repository/targets';
import { waitForGit } from '../../repository/vscode/waitForGit';
import { askMicroagent } from '../../start/vscode/fields/taskFields';
import { chooseReplay } from '../../start/vscode/fields/textFields';
import type { SheetChange, SheetState } from '../../start/vscode/sheet/sheetState';
import type { StartPorts } from '../../start/vscode/startPorts';
import { addAndReview, requireField, type EntryPoint } from './addAndReview';
import { startFromComment, startFromProblem, startFromSelection } from './startFromEditor';
import { startFromFile } from './startFromFile';
import { startFromTerminal, startFromTestFailure } from './startFromOutput';
import { resolveMergeConflicts, startFromChanges } from './startFromSourceControl';

export const createMicroagent: EntryPoint = startWith('create_microagent', askMicroagent);

export const replayConversation: EntryPoint = startWith('replay_json', chooseReplay);

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

function startWith(field: RequestField, ask: (state: SheetState) => Promise<SheetChange>): EntryPoint {
  return (ports) =>
    addAndReview(ports, async (draft) => {
      await requireField(field, ports);
      const targetContext = await waitForGit(() => new Targets(ports).find(draft.chosen, draft.fields));
      return targetContext && (await ask({ draft, targetContext, settings: undefined })).edit;
    });
}
