import { askMicroagent } from '../../start/vscode/fields/microagentField';
import { chooseReplay } from '../../start/vscode/fields/replayField';
import type { Edited, SheetState } from '../../start/vscode/sheet/sheetState';
import { targetsOf } from '../../repository/common/targets';
import { handOver, type HandOver } from './handOver';

/** Prompts for the fields of a microagent and puts them on the sheet. */
export const createMicroagent: HandOver = startWith(askMicroagent);

/** Prompts for the file of a replay and puts it on the sheet. */
export const replayConversation: HandOver = startWith(chooseReplay);

function startWith(ask: (state: SheetState) => Promise<Edited>): HandOver {
  return (ports) =>
    handOver(ports, async (draft) => {
      const surroundings = await targetsOf(ports).find(draft.chosen);
      return (await ask({ draft, surroundings, settings: undefined })).draft;
    });
}
