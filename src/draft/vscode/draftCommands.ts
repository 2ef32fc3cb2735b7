import * as vscode from 'vscode';
import { ExplainedError } from '../../base/vscode/explanation';
import type { Report } from '../../base/vscode/explanation';
import { Targets, type TargetPorts } from '../../repository/targets';
import { isBlank, withChosenRepository } from '../draft';
import type { DraftDocument } from '../listedDraft';
import type { OpenDraft } from '../openDraft';
import { mayDiscard, otherDrafts, pickDraft } from './draftList';
import type { DraftPorts } from './draftPorts';
import { showText } from './draftTexts';
import { writeInEditor } from './sheetDraft';

/**
 * The draft that a command is about: from the editor whose title or code lens was clicked, else from the active one.
 * @throws {ExplainedError} when it isn't a draft, or when it can't be used now
 */
export async function activeDraft(given: unknown, { drafts }: Pick<DraftPorts, 'drafts'>): Promise<DraftDocument> {
  const uri = given instanceof vscode.Uri ? given : vscode.window.activeTextEditor?.document.uri;
  const found = uri && (await (await drafts()).documentAt(uri.fsPath));
  if (!found) throw new ExplainedError(vscode.l10n.t("The active editor doesn't contain a draft."));
  if (found.isBeingSent) throw new ExplainedError(vscode.l10n.t('This message is being sent. Wait for the outcome.'));
  return found;
}

/** The command `discardDraft`: closes a message and deletes it, after a confirmation if it isn't empty. */
export async function discardDraft(ports: DraftPorts, given?: unknown): Promise<void> {
  const { id, draft } = await activeDraft(given, ports);
  const { chosen, ...content } = draft;
  if (!isBlank(content)) {
    if (!(await mayDiscard(draft))) return;
  }
  ports.openSheet.clear();
  const drafts = await ports.drafts();
  const opened = await drafts.open(id);
  await opened.discard().finally(() => drafts.close(opened));
}

export type EditPorts = TargetPorts & DraftPorts & { readonly report: Report };

/** The command `editDraft`: the sheet's message becomes a document. Without one, opens another draft or a new one. */
export async function editDraft(ports: EditPorts): Promise<void> {
  const drafts = await ports.drafts();
  const opened = await drafts.openNewest();
  try {
    if (!isBlank(opened.draft)) {
      await moveToEditor(opened, ports);
      return;
    }
    const title = vscode.l10n.t('Write Message in Editor');
    const list = {
      title,
      drafts,
      except: [opened.id],
      fresh: vscode.l10n.t('New Message'),
      report: ports.report,
    };
    const picked = (await otherDrafts(list)).length === 0 ? 'new' : await pickDraft(list);
    if (picked === 'new') await moveToEditor(opened, ports);
    else if (picked?.path !== undefined) await showText(picked.path);
    else if (picked) await moveListed(picked.id, ports);
  } finally {
    await drafts.close(opened);
  }
}

async function moveListed(id: string, ports: EditPorts): Promise<void> {
  const drafts = await ports.drafts();
  const opened = await drafts.open(id);
  await moveToEditor(opened, ports).finally(() => drafts.close(opened));
}

/**
 * Moves the message to an editor. The active editor's repository is fixed in the draft before that, since the document will
 * be the active editor.
 */
async function moveToEditor(opened: OpenDraft, ports: EditPorts): Promise<void> {
  const { chosen, fields } = opened.draft;
  const targetContext = await new Targets(ports).find(chosen, fields);
  // The sheet closes only now: text typed on it while Git was running moves to the editor, and nothing is typed later.
  ports.openSheet.clear();
  await writeInEditor(withChosenRepository(opened.draft, targetContext), opened, await ports.drafts());
}
