import { withAttachment, type Attachment, type Draft } from '../../draft/common/draft';
import type { EnclosingRepository } from '../../repository/common/workspace';
import type { ConversationStartResponse } from '../../client/common/records';
import type { Targets } from '../../repository/common/targets';
import { requireTrust, startReviewed } from '../../start/vscode/reviewedStart';
import { targetsOf, type StartPorts } from '../../start/vscode/startPorts';

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
    // What would be typed on a sheet that is open meanwhile would not be in the draft that is kept here.
    ports.openSheet.put(undefined);
    const { sheet } = await ports.drafts();
    const added = await add(await sheet.load());
    if (!added) return undefined;
    const draft = await withOrigins(added, targetsOf(ports));
    sheet.save(draft);
    return await startReviewed(draft, sheet, ports);
  } catch (error) {
    await ports.report(error);
    return undefined;
  }
}

/** The draft with pieces of a document, which know the repository that their paths are relative to. */
export function withPieces(
  draft: Draft,
  pieces: readonly Attachment[],
  repository: EnclosingRepository | undefined,
): Draft {
  const from = repository && { root: repository.root };
  return pieces
    .map((piece) => (from ? { ...piece, from } : piece))
    .reduce(withAttachment, inRepository(draft, repository));
}

/**
 * The repository of what is handed over is the draft's, unless the draft has one. That holds where the workspace says
 * the same one, too: another file may be open when the sheet opens again.
 */
export function inRepository(draft: Draft, repository: EnclosingRepository | undefined): Draft {
  const isOpen = draft.chosen === undefined && draft.fields.repository === undefined;
  return isOpen && repository ? { ...draft, chosen: { root: repository.root } } : draft;
}

/** With what the host calls the repositories that pieces are of. */
async function withOrigins(draft: Draft, targets: Targets): Promise<Draft> {
  const { attachments = [] } = draft;
  if (attachments.every(({ from }) => !from || from.repository !== undefined)) return draft;
  const open = await targets.all();
  const named = (piece: Attachment): Attachment => {
    const repository = open.find(({ root }) => root === piece.from?.root)?.repository;
    return piece.from && repository !== undefined ? { ...piece, from: { ...piece.from, repository } } : piece;
  };
  return { ...draft, attachments: attachments.map(named) };
}
