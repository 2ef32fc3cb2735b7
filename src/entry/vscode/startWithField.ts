import { askMicroagent } from '../../start/vscode/fields/taskFields';
import { chooseReplay } from '../../start/vscode/fields/textFields';
import type { SheetChange, SheetState } from '../../start/vscode/sheet/sheetState';
import { waitForGit } from '../../repository/vscode/waitForGit';
import { Targets } from '../../repository/targets';
import type { RequestField } from '../../client/records';
import { addAndReview, requireField, type EntryPoint } from './addAndReview';

export const createMicroagent: EntryPoint = startWith('create_microagent', askMicroagent);

export const replayConversation: EntryPoint = startWith('replay_json', chooseReplay);

function startWith(field: RequestField, ask: (state: SheetState) => Promise<SheetChange>): EntryPoint {
  return (ports) =>
    addAndReview(ports, async (draft) => {
      await requireField(field, ports);
      const targetContext = await waitForGit(() => new Targets(ports).find(draft.chosen));
      return targetContext && (await ask({ draft, targetContext, settings: undefined })).edit;
    });
}
