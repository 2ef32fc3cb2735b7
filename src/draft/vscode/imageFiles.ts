import * as vscode from 'vscode';
import { imageEndings } from '../common/imageName';
import { imageFrom, sizeRefusal, type ImageResult } from '../common/images';
import { regularFileSize } from '../../base/vscode/smallFile';

/** The image in a file, or why it cannot be sent. A file that is too large is not read. */
export async function imageFromFile(uri: vscode.Uri): Promise<ImageResult> {
  const name = uri.path.split('/').at(-1) ?? '';
  try {
    const refusal = sizeRefusal(name, await regularFileSize(uri));
    return refusal ? { ok: false, refusal } : imageFrom(name, await vscode.workspace.fs.readFile(uri));
  } catch {
    return { ok: false, refusal: { kind: 'unreadable', name } };
  }
}

/** Lets a person choose image files; empty when they chose none. */
export async function chooseImageFiles(): Promise<readonly vscode.Uri[]> {
  const chosen = await vscode.window.showOpenDialog({
    canSelectMany: true,
    title: vscode.l10n.t('Add Image Files'),
    openLabel: vscode.l10n.t('Add'),
    filters: { [vscode.l10n.t('Images')]: [...imageEndings] },
  });
  return chosen ?? [];
}
