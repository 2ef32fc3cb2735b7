import type { DraftImage } from '../../../draft/common/draft';
import type { ImageResult } from '../../../draft/common/images';
import type { DraftDocument } from '../../../draft/common/drafts';
import { addImages } from '../../../draft/vscode/addImages';

/** Adds images to the draft of a document, which go along as long as its text refers to them. Refusals are shown. */
export async function addToDocument(
  draft: DraftDocument,
  results: readonly ImageResult[],
): Promise<readonly DraftImage[]> {
  const added = addImages(await draft.load(), results, { inText: true });
  if (added.images.length > 0) draft.save(added.draft);
  // What a start or the next image reads has them by then.
  await draft.load();
  return added.images;
}
