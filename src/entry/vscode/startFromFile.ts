import * as vscode from 'vscode';
import { activeFile, isSameUri, tabsOf } from '../../base/vscode/tabs';
import { ExplainedError } from '../../base/vscode/explanation';
import { withProgress } from '../../base/vscode/withProgress';
import { entryPoint, inRepository, withAttachments } from './addAndReview';
import type { DraftEdit } from '../../draft/draft';
import { fileAttachment, maxFileBytes } from '../attachments';
import { hasEnding, imageEndings, withImage } from '../../draft/images';
import { imageFromFile, imageRefusalMessage } from '../../draft/vscode/imageMessages';
import type { StartPorts } from '../../start/vscode/startPorts';
import { locate, type DocumentReference } from '../../repository/vscode/locate';
import { isUtf8 } from 'node:buffer';
import { formatBytes } from '../../base/vscode/units';
import { leadsOutside } from '../../base/files';
import { outsideLinkError, openFolders } from '../../base/vscode/smallFile';

/**
 * Attaches files: those selected in the Explorer, the one of an editor's tab, or the one in the active editor. Text is
 * added to the message, images are added as images. Files that can't be attached are reported; the others are attached
 * anyway.
 */
export const startFromFile = entryPoint(
  (file, files) => {
    const uris = chosenFiles(file, files);
    if (uris.length === 0) throw new ExplainedError(vscode.l10n.t('No file is open. Open one first.'));
    return uris;
  },
  async (uris, ports, draft) => {
    const refusals: string[] = [];
    const title = vscode.l10n.t('Reading files...');
    const edits: DraftEdit[] = [];
    const all: DraftEdit = (now) => edits.reduce((edited, edit) => edit(edited), now);
    const isRead = await withProgress(title, async (signal) => {
      for (const uri of uris) {
        if (signal.aborted) return false;
        try {
          const edit = await fileIn(uri, ports);
          // All images together have a limit.
          edit(all(draft));
          edits.push(edit);
        } catch (error) {
          if (!(error instanceof ExplainedError)) throw error;
          refusals.push(error.message);
        }
      }
      return true;
    });
    const filled = isRead ? all : undefined;
    if (refusals.length === 0) return filled;
    const refusal = new ExplainedError(refusals.join(' '));
    if (refusals.length === uris.length) throw refusal;
    if (filled) await ports.report(refusal);
    return filled;
  },
);

/** Menus pass the clicked file and all selected ones. */
function chosenFiles(file: unknown, files: unknown): readonly vscode.Uri[] {
  const several: readonly unknown[] = Array.isArray(files) ? files : [];
  const chosen = several.filter((uri) => uri instanceof vscode.Uri);
  if (chosen.length > 0) return chosen;
  const one = file instanceof vscode.Uri ? file : activeFile();
  return one ? [one] : [];
}

/**
 * Adds a file: text as an attachment, an image as an image.
 * @returns an edit that throws an {@link ExplainedError} if the draft has no room for the image
 * @throws {ExplainedError} why the file can't be attached
 */
export async function fileIn(uri: vscode.Uri, { workspace }: Pick<StartPorts, 'workspace'>): Promise<DraftEdit> {
  const located = await locate(uri, workspace);
  const { path, repository } = located;
  await refuseLinkOut(uri, located);
  if (!hasEnding(uri.path, imageEndings)) {
    const document = await shownDocument(uri, path);
    const { languageId, isDirty: unsaved } = document;
    const piece = fileAttachment({ path, text: document.getText(), languageId, unsaved });
    return (draft) => withAttachments(draft, [piece], located);
  }
  const read = await imageFromFile(uri);
  if ('kind' in read) throw new ExplainedError(imageRefusalMessage(read));
  return (draft) => {
    const added = withImage(inRepository(draft, repository), read);
    if ('kind' in added) throw new ExplainedError(imageRefusalMessage(added));
    return added.draft;
  };
}

/** @throws {ExplainedError} if a file that the user hasn't opened is outside the workspace, behind a symbolic link */
export async function refuseLinkOut(uri: vscode.Uri, { path, repository }: DocumentReference): Promise<void> {
  if (!isOpen(uri) && uri.scheme === 'file' && (await isLinkOut(uri, repository?.root))) throw outsideLinkError(path);
}

/** True if the user has opened the file. A document without a tab was opened by an extension. */
function isOpen(uri: vscode.Uri): boolean {
  return tabsOf((shown) => isSameUri(shown, uri)).length > 0;
}

/** A missing file is reported when it is read. */
async function isLinkOut({ fsPath }: vscode.Uri, root: string | undefined): Promise<boolean> {
  return leadsOutside(fsPath, [...openFolders(), ...(root === undefined ? [] : [root])]).catch(() => false);
}

/**
 * A file as an editor shows it: with unsaved changes, if it is open.
 * @throws {ExplainedError} why it can't be attached
 */
async function shownDocument(uri: vscode.Uri, path: string): Promise<vscode.TextDocument> {
  const open = vscode.workspace.textDocuments.find((document) => isSameUri(document.uri, uri));
  // A notebook's text may be open, too, as it is saved: VS Code keeps what was read of it before.
  if (vscode.workspace.notebookDocuments.some((notebook) => notebook.isDirty && isSameUri(notebook.uri, uri)))
    refuse(vscode.l10n.t('{0} has unsaved changes. Save it first.', path));
  const document = open ?? (await openText(uri, path));
  refuseLarge(path, Buffer.byteLength(document.getText()));
  return document;
}

async function openText(uri: vscode.Uri, path: string): Promise<vscode.TextDocument> {
  const unreadable = () => refuse(vscode.l10n.t("{0} can't be read.", path));
  const noText = () => refuse(vscode.l10n.t("{0} isn't a text file.", path));
  const { type, size } = await vscode.workspace.fs.stat(uri).then(undefined, unreadable);
  if (type & vscode.FileType.Directory) refuse(vscode.l10n.t('{0} is a folder. Select the files in it.', path));
  // Reading a device or a pipe may never end.
  if (!(type & vscode.FileType.File)) unreadable();
  refuseLarge(path, size);
  const bytes = await vscode.workspace.fs.readFile(uri).then(undefined, unreadable);
  refuseLarge(path, bytes.length);
  if (isBinary(bytes)) noText();
  const document = await vscode.workspace.openTextDocument(uri).then(undefined, noText);
  // VS Code replaces invalid bytes with this character. A file that really contains it is valid UTF-8.
  if (document.getText().includes('\ufffd') && !isUtf8(bytes)) noText();
  return document;
}

/** Text has no NUL, except for UTF-16, which only the byte order mark identifies reliably. */
function isBinary(bytes: Uint8Array): boolean {
  const [first = 0, second = 0] = bytes;
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  return !isUtf16 && bytes.includes(0);
}

function refuseLarge(path: string, bytes: number): void {
  if (bytes > maxFileBytes)
    refuse(vscode.l10n.t('{0} is too large. The limit is {1}.', path, formatBytes(maxFileBytes)));
}

function refuse(sentence: string): never {
  throw new ExplainedError(sentence);
}
