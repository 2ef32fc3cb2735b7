import * as vscode from 'vscode';

/**
 * The size of a file in bytes, before it is read: a device or a pipe has none, and may never end.
 * @throws when it is not there, or is no regular file
 */
export async function regularFileSize(uri: vscode.Uri): Promise<number> {
  const { type, size } = await vscode.workspace.fs.stat(uri);
  if (!(type & vscode.FileType.File)) throw new Error('It is no regular file.');
  return size;
}
