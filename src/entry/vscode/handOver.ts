import { addedSince, isBlank, withAttachment, type Attachment, type Draft } from '../../draft/common/draft';
import type { DraftStore } from '../../draft/common/drafts';
import type { EnclosingRepository } from '../../repository/common/workspace';
import type { ConversationStartResponse } from '../../client/common/records';
import type { Targets } from '../../repository/common/targets';
import { mergedDraft } from '../../draft/node/mergedDraft';
import { clearSheet } from '../../start/vscode/documents/draftStores';
import { requireTrust, startReviewed } from '../../start/vscode/reviewedStart';
import { targetsOf } from '../../repository/common/targets';
import type { StartPorts } from '../../start/vscode/startPorts';

/**
 * Result of every entry point: it adds its own part, and returns the service's answer if a conversation was started.
 */
export type HandOver = (
  ports: StartPorts,
  ...argumentsOfCommand: readonly unknown[]
) => Promise<ConversationStartResponse | undefined>;

/**
 * Adds something to the draft of the review sheet and opens the sheet on it. The draft is saved before the sheet opens:
 * after closing it, the added part is still there when it is opened again.
 * @param add returns the draft with the addition; `undefined` when a prompt was closed. Errors are shown.
 * @param open closes the sheet and returns the store of the draft to add to: by default, the one that was on the sheet
 */
export async function handOver(
  ports: StartPorts,
  add: (draft: Draft) => Promise<Draft | undefined>,
  open: (ports: StartPorts) => Promise<DraftStore> = closedSheet,
): Promise<ConversationStartResponse | undefined> {
  try {
    requireTrust(ports);
    const saved = await (await open(ports)).load();
    const raw = await add(saved);
    if (!raw) return undefined;
    const added = await withOrigins(raw, saved, targetsOf(ports));
    // While it was read, the user may have opened the sheet and typed, or added something else.
    const sheet = await open(ports);
    const now = await sheet.load();
    const merged = mergedDraft(saved, added, now);
    if (!merged) await clearSheet(ports);
    const draft = merged ?? added;
    sheet.save(draft);
    const fresh = isBlank(merged ? now : saved) ? undefined : addedSince(saved, added);
    return await startReviewed(draft, sheet, ports, fresh);
  } catch (error) {
    await ports.report(error);
    return undefined;
  }
}

/** Text typed on an open sheet from here on would be missing from the draft that is loaded. */
async function closedSheet({ drafts, openSheet }: StartPorts): Promise<DraftStore> {
  openSheet.put(undefined);
  return (await drafts()).sheet;
}

/** The draft with parts of a document, with the repository that their paths are relative to. */
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
 * The repository of the added part becomes the draft's, unless the draft has one. This includes the one that the
 * workspace selects: another file may be open when the sheet opens again.
 */
export function inRepository(draft: Draft, repository: EnclosingRepository | undefined): Draft {
  const isOpen = draft.chosen === undefined && draft.fields.repository === undefined;
  return isOpen && repository ? { ...draft, chosen: { root: repository.root } } : draft;
}

/** Adds the repositories of the attachments that weren't there before, by their paths on their hosts. */
async function withOrigins(draft: Draft, before: Draft, targets: Targets): Promise<Draft> {
  const { attachments = [] } = draft;
  const isNamed = (piece: Attachment) => piece.from?.repository !== undefined || before.attachments?.includes(piece);
  if (attachments.every((piece) => !piece.from || isNamed(piece))) return draft;
  const open = await targets.all();
  const named = (piece: Attachment): Attachment => {
    const repository = isNamed(piece) ? undefined : open.find(({ root }) => root === piece.from?.root)?.repository;
    return piece.from && repository !== undefined ? { ...piece, from: { ...piece.from, repository } } : piece;
  };
  return { ...draft, attachments: attachments.map(named) };
}
