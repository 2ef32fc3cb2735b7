import * as vscode from 'vscode';
import type { Draft, DraftImage } from '../common/draft';
import { withImage, type ImageRefusal, type ImageResult } from '../common/images';
import { imageRefusalWords } from './imageWords';
import { plainNotification } from '../../base/common/text';

export interface AddedImages {
  readonly draft: Draft;
  /** As the draft has them now, each under a name of its own. */
  readonly images: readonly DraftImage[];
}

/** Adds what can be sent to a draft, and tells a person why the rest is not. */
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
    const sentences = refusals.map(imageRefusalWords).join(' ');
    void vscode.window.showErrorMessage(plainNotification(sentences));
  }
  return { draft, images };
}
