import * as vscode from 'vscode';
import { ExplainedError } from '../../../base/vscode/explanation';
import { regularFileSize } from '../../../base/vscode/smallFile';

/**
 * Prompts for a file. If VS Code runs in a browser, its own file list replaces the dialog.
 * @param filters Extensions by their name in the dialog, as VS Code takes them.
 */
export async function chooseFile(
  title: string,
  filters: Readonly<Record<string, string[]>> = {},
): Promise<vscode.Uri | undefined> {
  const files = await vscode.window.showOpenDialog({ title, filters });
  return files?.[0];
}

/**
 * The text of a file: unchanged UTF-8, without a byte order mark.
 * @throws {ExplainedError} when it can't be read, is too large or isn't text
 */
export async function readTextFile(file: vscode.Uri, maxBytes: number): Promise<string> {
  const name = file.path.split('/').at(-1) ?? '';
  const bytes = await readBytes(file, name, maxBytes);
  if (bytes === undefined) {
    const megabytes = maxBytes / 1_000_000;
    throw new ExplainedError(
      vscode.l10n.t('"{0}" is larger than {1} MB, the limit for a single field.', name, megabytes),
    );
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ExplainedError(vscode.l10n.t('"{0}" isn\'t UTF-8 text and wasn\'t used.', name));
  }
}

/** `undefined` if the file is too large: its size is checked before reading. */
async function readBytes(file: vscode.Uri, name: string, maxBytes: number): Promise<Uint8Array | undefined> {
  try {
    if ((await regularFileSize(file)) > maxBytes) return undefined;
    const bytes = await vscode.workspace.fs.readFile(file);
    return bytes.length > maxBytes ? undefined : bytes;
  } catch (error) {
    throw new ExplainedError(vscode.l10n.t('"{0}" can\'t be read.', name), undefined, error);
  }
}
