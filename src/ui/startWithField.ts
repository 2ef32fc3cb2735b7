import type { Edited, SheetState } from './sheet/sheetState';
import { askMicroagent } from './sheet/fields/microagentField';
import { chooseReplay } from './sheet/fields/replayField';
import { asExplained } from './explain';
import { requireTrust, startReviewed } from './reviewedStart';
import { targetsOf, type StartPorts } from './startPorts';

/** The command `createMicroagent`: its fields first, then the review sheet. Errors are shown, not thrown. */
export async function createMicroagent(ports: StartPorts): Promise<void> {
  await startWith(askMicroagent, ports);
}

/** The command `replayConversation`: its file first, then the review sheet. Errors are shown, not thrown. */
export async function replayConversation(ports: StartPorts): Promise<void> {
  await startWith(chooseReplay, ports);
}

/** The field goes into the draft that is on the sheet: nothing that was written there is lost by it. */
async function startWith(ask: (state: SheetState) => Promise<Edited>, ports: StartPorts): Promise<void> {
  try {
    requireTrust(ports);
    const { sheet: store } = await ports.drafts();
    const draft = await store.load();
    const surroundings = await targetsOf(ports).find(draft.chosen);
    const edited = await ask({ draft, surroundings, settings: undefined });
    if (!edited.draft) return;
    store.save(edited.draft);
    await startReviewed(edited.draft, store, ports);
  } catch (error) {
    await ports.report(asExplained(error));
  }
}
