import * as vscode from 'vscode';
import { emptyDraft, type Draft, isSameMessage, messageOf, withoutField, isBlank } from '../draft';
import type { DraftStore } from '../draftStore';
import type { MarkdownDraft } from './draftDocument';
import type { DraftFolder, DraftPorts } from './draftFolder';
import type { Disposable } from '../../base/lifecycle';
import type { Report } from '../../base/vscode/explanation';

/** Parts of a draft that may change outside the sheet that shows it. */
export type TextOfDraft = Pick<Draft, 'body' | 'images'>;

/** A draft on the sheet and its store, kept in sync while the sheet is open. */
export interface KeptDraft {
  readonly keep: (draft: Draft) => void;
  /** Reports what was written elsewhere meanwhile. */
  readonly follow: (listener: (now: TextOfDraft) => void) => Disposable;
}

/** Text that the sheet adds to a document becomes a normal edit; text written there appears on the sheet. */
export function keepIn(store: DraftStore, opened: Draft, report: Report): KeptDraft {
  let { body: before = '' } = opened;
  return {
    keep: (draft) => {
      const { body = '' } = draft;
      if (isDocument(store) && body !== before) store.replaceText(before, body).catch(report);
      before = body;
      store.save(draft);
    },
    follow: (listener) => {
      // Only the sheet writes elsewhere.
      if (!isDocument(store)) return { dispose: () => undefined };
      const tell = async () => {
        const { body = '', images = [] } = await store.peek();
        before = body;
        listener({ body, images });
      };
      return store.onDidChangeText(() => void tell().catch(report));
    },
  };
}

/** True if a draft is written in an editor. */
export function isDocument(store: DraftStore): store is MarkdownDraft {
  return 'path' in store;
}

/** The draft with the text that its document has now; the draft itself if that is what it says. */
export async function withTextNow(draft: Draft, store: DraftStore): Promise<Draft> {
  if (!isDocument(store)) return draft;
  const { body = '', images = [] } = await store.peek();
  const now = { ...draft, body, images };
  return isSameMessage(now, draft) ? draft : now;
}

/** Continues a message in the editor: text typed or attached on the sheet becomes part of the text there. */
export async function writeInEditor(draft: Draft, store: DraftStore, ports: Pick<DraftPorts, 'drafts'>): Promise<void> {
  if (!isDocument(store)) {
    // Saved in its current state, so that the sheet is empty after the move.
    store.save(draft);
    const drafts = await ports.drafts();
    await showDraft(await drafts.moveToDocument(draft));
    return;
  }
  const { attachments, ...rest } = withoutField(draft, 'initial_user_msg');
  const message = messageOf(draft);
  if (attachments || message !== messageOf(rest)) {
    await store.replaceText(draft.body ?? '', message);
    store.save(rest);
  }
  await showDraft(store);
}

/** Shows a draft for writing: with the cursor at its end, unless it is open and the cursor is elsewhere. */
export async function showDraft({ path }: MarkdownDraft): Promise<void> {
  const uri = vscode.Uri.file(path);
  const open = vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
  // Drafts are written in this encoding, regardless of the settings.
  const document = open ?? (await vscode.workspace.openTextDocument(uri, { encoding: 'utf8' }));
  const { end } = document.lineAt(document.lineCount - 1).range;
  await vscode.window.showTextDocument(document, {
    preview: false,
    ...(!open && { selection: new vscode.Range(end, end) }),
  });
}

/** Clears the review sheet: its content becomes a separate draft. */
export async function clearSheet({ drafts, openSheet }: DraftPorts): Promise<DraftStore> {
  // Text typed on an open sheet meanwhile would be missing from the draft that is set aside.
  openSheet.put(undefined);
  const all = await drafts();
  const { sheet } = all;
  const draft = await sheet.load();
  if (!isBlank(draft)) await setAside(all);
  else if (draft.to !== undefined) sheet.save(emptyDraft);
  return sheet;
}

/** The sheet's draft becomes a document, which isn't shown. */
export async function setAside(drafts: DraftFolder): Promise<void> {
  const draft = await drafts.sheet.load();
  if (!isBlank(draft)) await drafts.moveToDocument(draft);
  vscode.window.setStatusBarMessage(vscode.l10n.t('$(edit) Your previous message is now a draft'), 5000);
}
