import { ExplainedError } from '../../base/vscode/explanation';
import {
  emptyDraft,
  isBlank,
  hasOnlyMessage,
  withAttachment,
  type Attachment,
  type Draft,
  type DraftEdit,
} from '../../draft/draft';
import type { Drafts } from '../../draft/drafts';
import type { OpenDraft } from '../../draft/openDraft';
import type { DocumentReference } from '../../repository/vscode/locate';
import type { EnclosingRepository } from '../../repository/workspace';
import type { ConversationStartResponse, RequestField } from '../../client/records';
import { notSupportedWords } from '../../service/vscode/errors/fieldLabels';
import { requireTrust, startReviewed } from '../../start/vscode/reviewedStart';
import type { StartPorts } from '../../start/vscode/startPorts';
import { withUniqueName } from '../attachments';

/** An entry point. It adds its part to the draft, and returns the service's answer if a conversation was started. */
export type EntryPoint = (
  ports: StartPorts,
  ...argumentsOfCommand: readonly unknown[]
) => Promise<ConversationStartResponse | undefined>;

/**
 * Makes an entry point for something that the user points at: in the editor, in the terminal, or by a menu.
 * @param pointAt called synchronously when the command is run: while drafts are read or a question is open, the user may type
 * or go to another editor. Errors are shown.
 * @param read reads the rest, and gets the draft that the part is added to; see {@link addAndReview}
 */
export function entryPoint<Pointed>(
  pointAt: (...argumentsOfCommand: readonly unknown[]) => Pointed,
  read: (pointed: Pointed, ports: StartPorts, draft: Draft) => Promise<DraftEdit | undefined>,
): EntryPoint {
  return async (ports, ...given) => {
    try {
      requireTrust(ports);
      const pointed = pointAt(...given);
      return await addAndReview(ports, (draft) => read(pointed, ports, draft));
    } catch (error) {
      await ports.report(error);
      return undefined;
    }
  };
}

/**
 * Adds something to the draft of the review sheet and opens the sheet on it. The draft is saved before the sheet opens:
 * after closing it, the added part is still there when it is opened again.
 * @param read reads what is added, which may take long; `undefined` when a prompt was closed. Errors are shown. While it
 * reads, the user may open the sheet and type, or add something else: what it returns is applied to the draft by then.
 * @param isNew true to make it a draft of its own, instead of a part of the one that was on the sheet
 */
export async function addAndReview(
  ports: StartPorts,
  read: (draft: Draft) => Promise<DraftEdit | undefined>,
  isNew = false,
): Promise<ConversationStartResponse | undefined> {
  try {
    requireTrust(ports);
    const drafts = await ports.drafts();
    const open = async () => {
      const opened = isNew ? drafts.begin() : await drafts.openNewest();
      ports.openSheet.clear();
      return opened;
    };
    // One of its own isn't begun before it's read: a sheet that opens meanwhile would show it, instead of the saved one.
    const first = isNew ? undefined : await open();
    if (isNew) ports.openSheet.clear();
    const added = await read(first?.draft ?? emptyDraft)
      .then((add) => add && addTo(open, add, drafts))
      .finally(() => first && drafts.close(first));
    return added && (await startReviewed(added.opened, ports, added.fresh));
  } catch (error) {
    await ports.report(error);
    return undefined;
  }
}

/** @throws {ExplainedError} if the service doesn't support a field, before the user is asked for its value */
export async function requireField(field: RequestField, { service }: Pick<StartPorts, 'service'>): Promise<void> {
  if ((await service.api()).start.unsupportedFields.includes(field)) throw new ExplainedError(notSupportedWords(field));
}

/**
 * Opens a draft and adds something to it. If it is a follow-up message, which can't have the fields of a start, those are
 * added to a new draft.
 * @returns the draft to close, and the one for "Start Fresh"
 */
async function addTo(
  open: () => Promise<OpenDraft>,
  add: DraftEdit,
  drafts: Drafts,
): Promise<{ readonly opened: OpenDraft; readonly fresh: Draft | undefined }> {
  let opened = await open();
  try {
    if (opened.draft.to !== undefined && !hasOnlyMessage(add(opened.draft))) {
      await drafts.close(opened);
      opened = drafts.begin();
    }
    const before = opened.draft;
    opened.edit(add(before));
    return { opened, fresh: isBlank(before) ? undefined : add(emptyDraft) };
  } catch (error) {
    // Left open, no other window could open it.
    await drafts.close(opened);
    throw error;
  }
}

/** @param place what the paths of the attachments are relative to */
export function withAttachments(
  draft: Draft,
  attachments: readonly Attachment[],
  { repository, folder }: Pick<DocumentReference, 'repository' | 'folder'> = { repository: undefined },
): Draft {
  const { root, repositories = [] } = repository ?? {};
  const place = root === undefined ? folder && { folder } : { from: { root, repositories } };
  return attachments.reduce(
    (added, one) => {
      // Outside of all repositories and folders, two files of the same name have the same path.
      if (!place) return withAttachment(added, withUniqueName(one, added));
      // The second of two problems in one place has a number in its name. Added again alone, it would have none, and would
      // replace the first.
      const isKnown = added.attachments?.some(
        ({ kind, text, from }) => kind === one.kind && text === one.text && from?.root === root,
      );
      return isKnown ? added : withAttachment(added, { ...one, ...place });
    },
    inRepository(draft, repository),
  );
}

/**
 * The repository of the added part becomes the draft's, unless the draft has one. This includes the one that the
 * workspace selects: another file may be open when the sheet opens again.
 */
export function inRepository(draft: Draft, repository: EnclosingRepository | undefined): Draft {
  const isOpen = draft.chosen === undefined && draft.fields.repository === undefined;
  return isOpen && repository ? { ...draft, chosen: { root: repository.root } } : draft;
}
