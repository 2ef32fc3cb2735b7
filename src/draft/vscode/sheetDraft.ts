import path from 'node:path';
import * as vscode from 'vscode';
import type { Disposable } from '../../base/lifecycle';
import type { Report } from '../../base/vscode/explanation';
import { documentText, isSameMessage, messageOf, outsideDocument, withoutField, type Draft } from '../draft';
import type { Drafts } from '../drafts';
import type { OpenDraft } from '../openDraft';
import { editorTexts, onDidChangeText, replaceText, showText } from './draftTexts';

/** Parts of a draft that may change outside the sheet that shows it. */
export type TextOfDraft = Pick<Draft, 'body' | 'images'>;

/**
 * Saves what the sheet has. Text that it adds to a document becomes an edit that can be undone.
 * @param before the draft on the sheet until now
 */
export async function saveSheetDraft(opened: OpenDraft, before: Draft, draft: Draft): Promise<void> {
  opened.edit(draft);
  if (opened.path !== undefined) await replaceText(opened.path, before.body ?? '', draft.body ?? '');
}

/** Reports what is written in the draft's editor meanwhile. */
export function followText(opened: OpenDraft, listener: (now: TextOfDraft) => void, report: Report): Disposable {
  // A draft without a document is written by its sheet only.
  if (opened.path === undefined) return { dispose: () => undefined };
  const tell = async () => {
    const { body = '', images = [] } = await opened.read();
    listener({ body, images });
  };
  return onDidChangeText(opened.path, () => void tell().catch(report));
}

/**
 * The draft with the current text of its document; the same object if nothing has changed. The document is saved first,
 * because saving may format it, and a sent draft is only deleted if its text is exactly the one that was reviewed.
 */
export async function withTextNow(draft: Draft, opened: OpenDraft): Promise<Draft> {
  if (opened.path === undefined) return draft;
  // An error is reported when the draft is sent.
  await editorTexts.save(opened.path).catch(() => undefined);
  const { body = '', images = [] } = await opened.read();
  const now = { ...draft, body, images };
  return isSameMessage(now, draft) ? draft : now;
}

/** Continues a message in the editor: text typed or attached on the sheet becomes part of the text there. */
export async function writeInEditor(draft: Draft, onSheet: OpenDraft, drafts: Drafts): Promise<void> {
  // The sheet closes it if another one takes its place.
  const opened = await drafts.openAgain(onSheet);
  try {
    opened.edit(draft);
    if (opened.path === undefined) await opened.moveToEditor(await newName(drafts));
    else await addToText(draft, opened, opened.path);
    if (opened.path !== undefined) await showText(opened.path);
  } finally {
    await drafts.close(opened);
  }
}

async function addToText(draft: Draft, opened: OpenDraft, file: string): Promise<void> {
  const current = await withTextNow(draft, opened);
  const { attachments, ...rest } = withoutField(current, 'initial_user_msg');
  const message = documentText(current);
  if (message === messageOf(rest)) return;
  await replaceText(file, current.body ?? '', message);
  opened.edit({ ...rest, ...outsideDocument(current) });
}

/** Different from the other documents' names, so that their tabs can be told apart. */
async function newName(drafts: Drafts): Promise<string> {
  const taken = new Set((await drafts.list()).map(({ path: file = '' }) => path.basename(file)));
  const title = vscode.l10n.t('Agent message').replace(/[<>:"/\\|?*.]/g, ' ');
  let name = `${title}.md`;
  for (let number = 2; taken.has(name); number++) name = `${title} ${number}.md`;
  return name;
}
