import * as vscode from 'vscode';
import { decodeText } from '../decodeText';
import { leadsOutside, readRegularFile } from '../regularFile';
import { ExplainedError } from './explanation';

/** In bytes: a larger file wasn't written by hand. */
const maxSize = 1024 * 1024;

type SmallTextFile =
  | { readonly kind: 'text'; readonly text: string }
  /** Its path is in the workspace, but a link leads out of it. */
  | { readonly kind: 'outside' }
  | { readonly kind: 'tooLarge' };

/**
 * A handwritten text file of up to 1 MB.
 * @throws if it doesn't exist, can't be read, or isn't UTF-8 or UTF-16
 */
export async function readSmallTextFile(uri: vscode.Uri): Promise<SmallTextFile> {
  if (uri.scheme === 'file' && (await leadsOutside(uri.fsPath, openFolders()))) return { kind: 'outside' };
  const bytes = await (uri.scheme === 'file' ? readRegularFile(uri.fsPath, maxSize) : readVirtual(uri));
  if (!bytes) return { kind: 'tooLarge' };
  return { kind: 'text', text: decodeText(bytes) };
}

export function openFolders(): readonly string[] {
  const folders = (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri);
  return folders.filter(({ scheme }) => scheme === 'file').map(({ fsPath }) => fsPath);
}

/** A file that isn't on this machine belongs to another extension, which reports its size. */
async function readVirtual(uri: vscode.Uri): Promise<Uint8Array | undefined> {
  if ((await regularFileSize(uri)) > maxSize) return undefined;
  const bytes = await vscode.workspace.fs.readFile(uri);
  return bytes.length > maxSize ? undefined : bytes;
}

/** The error for a file whose path is in the workspace, and which is a link that leads out of it. */
export function linkOut(name: string): ExplainedError {
  return new ExplainedError(
    vscode.l10n.t(
      '{0} is a symbolic link that points outside the workspace. Open or select the file it points to.',
      name,
    ),
  );
}

/**
 * The size of a file in bytes, before it is read: a device or a pipe has none, and may never end.
 * @throws if it doesn't exist or isn't a regular file; {ExplainedError} if a link in the workspace leads out of it
 */
export async function regularFileSize(uri: vscode.Uri): Promise<number> {
  if (uri.scheme === 'file' && (await leadsOutside(uri.fsPath, openFolders())))
    throw linkOut(vscode.workspace.asRelativePath(uri));
  const { type, size } = await vscode.workspace.fs.stat(uri);
  if (!(type & vscode.FileType.File)) throw new Error('It is no regular file.');
  return size;
}
