import * as vscode from 'vscode';
import { maxFileBytes } from '../common/attachments';
import { ExplainedError } from '../../base/vscode/explanation';
import { formatBytes } from '../../base/vscode/units';

export interface ReadFile {
  readonly text: string;
  readonly languageId: string;
  readonly unsaved: boolean;
}

/**
 * A file as an editor shows it: with unsaved changes, if it is open.
 * @throws {ExplainedError} why it can't be attached
 */
export async function readFile(uri: vscode.Uri, path: string): Promise<ReadFile> {
  const open = vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
  if (open) {
    const text = open.getText();
    refuseLarge(path, new TextEncoder().encode(text).byteLength);
    return { text, languageId: open.languageId, unsaved: open.isDirty };
  }
  if (vscode.workspace.notebookDocuments.some((notebook) => notebook.isDirty && isSame(notebook.uri, uri))) {
    throw new ExplainedError(vscode.l10n.t('{0} has unsaved changes. Save it first.', path));
  }
  const text = await readText(uri, path);
  const { languageId } = await vscode.workspace.openTextDocument(uri);
  return { text, languageId, unsaved: false };
}

async function readText(uri: vscode.Uri, path: string): Promise<string> {
  const { type, size } = await vscode.workspace.fs.stat(uri).then(undefined, () => refuseUnreadable(path));
  if (type & vscode.FileType.Directory) {
    throw new ExplainedError(vscode.l10n.t('{0} is a folder. Select the files in it.', path));
  }
  // Reading a device or a pipe may never end.
  if (!(type & vscode.FileType.File)) return refuseUnreadable(path);
  refuseLarge(path, size);
  const bytes = await vscode.workspace.fs.readFile(uri).then(undefined, () => refuseUnreadable(path));
  refuseLarge(path, bytes.length);
  if (isBinary(bytes)) return refuseBinary(path);
  const text = await vscode.workspace.decode(bytes, { uri }).then(undefined, () => refuseBinary(path));
  // Invalid bytes were replaced by this character: a file that really contains it is UTF-8.
  if (text.includes('\ufffd') && !isUtf8(bytes)) return refuseBinary(path);
  return text;
}

/** Text has no NUL, except for UTF-16, which only the byte order mark identifies reliably. */
function isBinary(bytes: Uint8Array): boolean {
  const [first = 0, second = 0] = bytes;
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  return !isUtf16 && bytes.includes(0);
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

function isSame(one: vscode.Uri, other: vscode.Uri): boolean {
  return one.toString() === other.toString();
}

function refuseLarge(path: string, bytes: number): void {
  if (bytes <= maxFileBytes) return;
  throw new ExplainedError(vscode.l10n.t('{0} is too large. The limit is {1}.', path, formatBytes(maxFileBytes)));
}

function refuseUnreadable(path: string): never {
  throw new ExplainedError(vscode.l10n.t("{0} can't be read.", path));
}

function refuseBinary(path: string): never {
  throw new ExplainedError(vscode.l10n.t("{0} isn't a text file.", path));
}
