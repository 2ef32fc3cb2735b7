import { stat } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { confirm } from '../../base/vscode/notify';
import { plainLabel } from '../../base/text';
import { ExplainedError } from '../../base/vscode/explanation';
import { showQuickPick } from '../../base/vscode/quickInputs';
import { formatAge } from '../../base/vscode/units';
import { Targets, type TargetPorts } from '../../repository/targets';
import { isBlank, withTarget } from '../draft';
import type { MarkdownDraft } from './draftDocument';
import type { DraftFolder, DraftPorts } from './draftFolder';
import { imagesLine, messageWords } from './draftLabels';
import { showDraft } from './sheetDraft';

/**
 * The draft that a command is about: from the editor whose title or code lens was clicked, else from the active one.
 * @throws {ExplainedError} when it isn't a draft, or when it can't be used now
 */
export async function activeDraft(given: unknown, { drafts }: Pick<DraftPorts, 'drafts'>): Promise<MarkdownDraft> {
  const uri = given instanceof vscode.Uri ? given : vscode.window.activeTextEditor?.document.uri;
  const found = uri && (await (await drafts()).documentAt(uri.fsPath));
  if (!found) throw new ExplainedError(vscode.l10n.t("The active editor doesn't contain a draft."));
  if (found.isBeingSent) throw new ExplainedError(vscode.l10n.t('This message is being sent. Wait for the outcome.'));
  return found;
}

/** The command `discardDraft`: closes a message and deletes it, after a confirmation if it isn't empty. */
export async function discardDraft(ports: DraftPorts, given?: unknown): Promise<void> {
  const document = await activeDraft(given, ports);
  const draft = await document.peek();
  const { chosen, ...content } = draft;
  if (!isBlank(content)) {
    const detail = [messageWords(draft), imagesLine(draft)].filter(Boolean).join('\n');
    const answers = { no: vscode.l10n.t('Keep Draft'), yes: vscode.l10n.t('Discard Draft') };
    if (!(await confirm(vscode.l10n.t('Discard this draft?'), detail, answers))) return;
  }
  ports.openSheet.put(undefined);
  await document.clear(draft);
}

type EditPorts = TargetPorts & DraftPorts;

/** The command `editDraft`: the sheet's message becomes a document. Without one, opens an existing or a new one. */
export async function editDraft(ports: EditPorts): Promise<void> {
  const drafts = await ports.drafts();
  const draft = await drafts.sheet.load();
  const document = isBlank(draft) ? await pickDocument(drafts, ports) : await move(drafts, ports);
  if (document) await showDraft(document);
}

/** The active editor determines the message's repository; the draft itself doesn't. */
async function move(drafts: DraftFolder, ports: EditPorts): Promise<MarkdownDraft> {
  const { sheet } = drafts;
  const surroundings = await new Targets(ports).find();
  // What was typed while Git was asked moves along; on a sheet that stays open, more would come.
  ports.openSheet.put(undefined);
  const draft = await sheet.load();
  const moving = withTarget(draft, surroundings);
  if (!isBlank(draft)) sheet.save(moving);
  return drafts.moveToDocument(moving);
}

interface DraftItem extends vscode.QuickPickItem {
  readonly document?: MarkdownDraft;
}

/** `undefined` when the prompt was closed; no prompt if there is nothing to choose from. */
async function pickDocument(drafts: DraftFolder, ports: EditPorts): Promise<MarkdownDraft | undefined> {
  const documents = await drafts.documents();
  if (documents.length === 0) return move(drafts, ports);
  const items: readonly DraftItem[] = [
    { label: `$(add) ${vscode.l10n.t('New Message')}` },
    ...(await Promise.all(documents.map((document) => itemsOf(document)))).flat(),
  ];
  const picked = await showQuickPick(items, { title: vscode.l10n.t('Write Message in Editor') });
  return picked && (picked.document ?? move(drafts, ports));
}

/** Nothing for a document that another window has just sent or discarded. */
async function itemsOf(document: MarkdownDraft): Promise<readonly DraftItem[]> {
  // An unreadable draft doesn't hide the others; its text can be opened anyway.
  const draft = await document.peek().catch(() => undefined);
  const file = await stat(document.path).catch(() => undefined);
  if (!file) return [];
  return [
    {
      label: `$(edit) ${plainLabel(draft ? messageWords(draft) : path.basename(document.path))}`,
      description: formatAge(file.mtimeMs, Date.now()),
      document,
    },
  ];
}
