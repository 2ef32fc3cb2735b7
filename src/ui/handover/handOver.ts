import type { Draft } from '../../domain/draft';
import type { EnclosingRepository } from '../../domain/ports';
import type { ConversationStartResponse } from '../../domain/records';
import { requireTrust, startReviewed } from '../reviewedStart';
import type { StartPorts } from '../startPorts';

/** What every entry point does: its own part, and the service's answer if a conversation was started. */
export type HandOver = (
  ports: StartPorts,
  ...argumentsOfCommand: readonly unknown[]
) => Promise<ConversationStartResponse | undefined>;

/**
 * Puts something into the draft of the review sheet and opens the sheet on it. The draft is kept before the sheet opens:
 * who closes it finds what was handed over when it is opened again.
 * @param add returns the draft with it; `undefined` when a question was closed. What it throws is shown.
 */
export async function handOver(
  ports: StartPorts,
  add: (draft: Draft) => Promise<Draft | undefined>,
): Promise<ConversationStartResponse | undefined> {
  try {
    requireTrust(ports);
    const { sheet } = await ports.drafts();
    const draft = await add(await sheet.load());
    if (!draft) return undefined;
    sheet.save(draft);
    return await startReviewed(draft, sheet, ports);
  } catch (error) {
    await ports.report(error);
    return undefined;
  }
}

/** The repository of what is handed over is the draft's, unless the draft has one or the workspace says it anyway. */
export function inRepository(draft: Draft, repository: EnclosingRepository | undefined): Draft {
  const isOpen = draft.chosen === undefined && draft.fields.repository === undefined;
  return isOpen && repository && !repository.isSelected ? { ...draft, chosen: { root: repository.root } } : draft;
}
