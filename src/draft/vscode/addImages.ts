import * as vscode from 'vscode';
import { imageEndings } from '../common/imageFormats';
import { imageFrom, sizeRefusal, type ImageResult, withImage, type ImageRefusal } from '../common/images';
import { regularFileSize } from '../../base/vscode/smallFile';
import type { Draft, DraftImage } from '../common/draft';
import { imageRefusalMessage } from './imageMessages';
import { plainNotification } from '../../base/common/text';

/** The image in a file, or the reason why it can't be sent. A file that is too large isn't read. */
export async function imageFromFile(uri: vscode.Uri): Promise<ImageResult> {
  const name = uri.path.split('/').at(-1) ?? '';
  try {
    const refusal = sizeRefusal(name, await regularFileSize(uri));
    return refusal ? { ok: false, refusal } : imageFrom(name, await vscode.workspace.fs.readFile(uri));
  } catch {
    return { ok: false, refusal: { kind: 'unreadable', name } };
  }
}

/** Prompts for image files; empty if none were chosen. */
export async function chooseImageFiles(): Promise<readonly vscode.Uri[]> {
  const chosen = await vscode.window.showOpenDialog({
    canSelectMany: true,
    title: vscode.l10n.t('Add Image Files'),
    openLabel: vscode.l10n.t('Add'),
    filters: { [vscode.l10n.t('Images')]: [...imageEndings] },
  });
  return chosen ?? [];
}

export interface AddedImages {
  readonly draft: Draft;
  /** The images as added to the draft, each with a unique name. */
  readonly images: readonly DraftImage[];
}

/** Adds the valid images to a draft, and tells the user why the others were rejected. */
export function addImages(
  initial: Draft,
  results: readonly ImageResult[],
  extra?: Pick<DraftImage, 'inText'>,
): AddedImages {
  let draft = initial;
  const images: DraftImage[] = [];
  const refusals: ImageRefusal[] = [];
  for (const result of results) {
    const added = result.ok ? withImage(draft, { ...result.image, ...extra }) : result;
    if (added.ok) {
      draft = added.draft;
      images.push(added.image);
    } else {
      refusals.push(added.refusal);
    }
  }
  if (refusals.length > 0) {
    const sentences = refusals.map(imageRefusalMessage).join(' ');
    void vscode.window.showErrorMessage(plainNotification(sentences));
  }
  return { draft, images };
}
