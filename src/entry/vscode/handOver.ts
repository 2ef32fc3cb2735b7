import {
  emptyDraft,
  isBlank,
  isMessageAlone,
  withAttachment,
  type Attachment,
  type Draft,
  type DraftEdit,
} from '../../draft/draft';
import type { DraftStore } from '../../draft/draftStore';
import { clearSheet } from '../../draft/vscode/sheetDraft';
import type { EnclosingRepository } from '../../repository/workspace';
import type { ConversationStartResponse } from '../../client/records';
import { requireTrust, startReviewed } from '../../start/vscode/reviewedStart';
import type { StartPorts } from '../../start/vscode/startPorts';

/** An entry point: adds its own part, and returns the service's answer if a conversation was started. */
export type HandOver = (
  ports: StartPorts,
  ...argumentsOfCommand: readonly unknown[]
) => Promise<ConversationStartResponse | undefined>;

/**
 * Adds something to the draft of the review sheet and opens the sheet on it. The draft is saved before the sheet opens:
 * after closing it, the added part is still there when it is opened again.
 * @param read reads what is added, which may take long; `undefined` when a prompt was closed. Errors are shown. While it
 * reads, the user may open the sheet and type, or add something else: what it returns is applied to the draft by then.
 * @param take closes the sheet and returns the store of the draft to add to: by default, the one that was on the sheet
 */
export async function handOver(
  ports: StartPorts,
  read: (draft: Draft) => Promise<DraftEdit | undefined>,
  take: (ports: StartPorts) => Promise<DraftStore> = takeSheet,
): Promise<ConversationStartResponse | undefined> {
  try {
    requireTrust(ports);
    const saved = await (await take(ports)).load();
    const add = await read(saved);
    if (!add) return undefined;
    const taken = await take(ports);
    const before = await taken.load();
    // A message to a conversation has no place for the fields of a start.
    const isPossible = before.to === undefined || isMessageAlone(add(before));
    const sheet = isPossible ? taken : await clearSheet(ports);
    const now = isPossible ? before : emptyDraft;
    const draft = add(now);
    sheet.save(draft);
    return await startReviewed(draft, sheet, ports, isBlank(now) ? undefined : add(emptyDraft));
  } catch (error) {
    await ports.report(error);
    return undefined;
  }
}

/** Text typed on an open sheet from here on would be missing from the draft that is loaded. */
async function takeSheet({ drafts, openSheet }: StartPorts): Promise<DraftStore> {
  openSheet.put(undefined);
  return (await drafts()).sheet;
}

/** The draft with parts of a document, with the repository that their paths are relative to. */
export function withPieces(draft: Draft, pieces: readonly Attachment[], repository?: EnclosingRepository): Draft {
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
