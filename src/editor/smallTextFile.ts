import * as vscode from 'vscode';

/** In bytes: what is larger was not written by hand. */
const maxSize = 1024 * 1024;

/**
 * A text file that a person wrote, of up to 1 MB; `undefined` when it is larger.
 * @throws when it is not there, cannot be read, or is not UTF-8
 */
export async function readSmallTextFile(uri: vscode.Uri): Promise<string | undefined> {
  if ((await vscode.workspace.fs.stat(uri)).size > maxSize) return undefined;
  return new TextDecoder('utf-8', { fatal: true }).decode(await vscode.workspace.fs.readFile(uri));
}
