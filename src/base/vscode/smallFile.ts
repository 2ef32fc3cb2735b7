import * as vscode from 'vscode';
import { leadsOutside, readRegularFile } from '../files';
import { decodeText } from '../text';
import { ExplainedError } from './explanation';

/** In bytes. A larger file wasn't written by hand. */
const maxSize = 1024 * 1024;

type SmallTextFile =
  | { readonly kind: 'text'; readonly text: string }
  /** A symbolic link in the workspace that points outside it. */
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

async function readVirtual(uri: vscode.Uri): Promise<Uint8Array | undefined> {
  if ((await regularFileSize(uri)) > maxSize) return undefined;
  const bytes = await vscode.workspace.fs.readFile(uri);
  return bytes.length > maxSize ? undefined : bytes;
}

export function outsideLinkError(name: string): ExplainedError {
  return new ExplainedError(
    vscode.l10n.t(
      '{0} is a symbolic link that points outside the workspace. Open or select the file it points to.',
      name,
    ),
  );
}

/**
 * The size of a regular file in bytes. To be called before reading, since devices and pipes have no size and may never end.
 * @throws if it doesn't exist or isn't a regular file; {ExplainedError} for a symbolic link that points outside the workspace
 */
export async function regularFileSize(uri: vscode.Uri): Promise<number> {
  if (uri.scheme === 'file' && (await leadsOutside(uri.fsPath, openFolders())))
    throw outsideLinkError(vscode.workspace.asRelativePath(uri));
  const { type, size } = await vscode.workspace.fs.stat(uri);
  if (!(type & vscode.FileType.File)) throw new Error("It isn't a regular file.");
  return size;
}
