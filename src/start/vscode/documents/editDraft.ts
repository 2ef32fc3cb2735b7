import { stat } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { isBlank } from '../../../draft/common/draft';
import type { DraftDocument, Drafts } from '../../../draft/common/drafts';
import { formatAge } from '../../../base/vscode/units';
import { plainLabel } from '../../../base/common/text';
import { withTarget } from '../sheet/sheetState';
import { targetsOf } from '../../../repository/common/targets';
import type { DocumentPorts } from './draftFeatures';
import type { StartPorts } from '../startPorts';
import { messageWords } from '../messageWords';
import { showDraft } from './draftStores';

type EditPorts = DocumentPorts & Pick<StartPorts, 'openSheet'>;

/**
 * The command `editDraft`: the sheet's message becomes a document; without one, opens an existing document or a new
 * one.
 */
export async function editDraft(ports: EditPorts): Promise<void> {
  const drafts = await ports.drafts();
  const draft = await drafts.sheet.load();
  const document = isBlank(draft) ? await pickDocument(drafts, ports) : await move(drafts, ports);
  if (document) await showDraft(document);
}

/** The active editor determines the message's repository; the draft itself doesn't. */
async function move(drafts: Drafts, ports: EditPorts): Promise<DraftDocument> {
  const { sheet } = drafts;
  const surroundings = await targetsOf(ports).find();
  // What was typed while Git was asked moves along; on a sheet that stays open, more would come.
  ports.openSheet.put(undefined);
  const draft = await sheet.load();
  const moving = withTarget({ draft, surroundings });
  if (!isBlank(draft)) sheet.save(moving);
  return drafts.moveToDocument(moving, sheet);
}

interface DraftItem extends vscode.QuickPickItem {
  readonly document?: DraftDocument;
}

/** `undefined` when the prompt was closed; no prompt if there is nothing to choose from. */
async function pickDocument(drafts: Drafts, ports: EditPorts): Promise<DraftDocument | undefined> {
  const documents = await drafts.documents();
  if (documents.length === 0) return move(drafts, ports);
  const items: readonly DraftItem[] = [
    { label: `$(add) ${vscode.l10n.t('New Message')}` },
    ...(await Promise.all(documents.map((document) => itemsOf(document)))).flat(),
  ];
  const picked = await vscode.window.showQuickPick(items, { title: vscode.l10n.t('Write Message in Editor') });
  return picked && (picked.document ?? move(drafts, ports));
}

/** Nothing for a document that another window has just sent or discarded. */
async function itemsOf(document: DraftDocument): Promise<readonly DraftItem[]> {
  // An unreadable draft doesn't hide the others; its text can be opened anyway.
  const draft = await document.load().catch(() => undefined);
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
