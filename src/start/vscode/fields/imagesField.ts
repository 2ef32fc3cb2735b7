import type { Draft } from '../../../draft/common/draft';
import { withImageAddress, withoutImage, withoutImageAddress } from '../../../draft/common/images';
import { addImages, imageFromFile } from '../../../draft/vscode/addImages';
import { askImages, type ImagesAnswer } from '../../../draft/vscode/askImages';
import { sheetRequest, type Edited, type SheetState } from '../sheet/sheetState';
import { imagesLabel } from '../../../draft/vscode/imageMessages';
import type { RequestField } from './requestFields';

export const imagesField: RequestField<'image_urls'> = {
  icon: 'file-media',
  isSentByDefault: true,
  value: imagesLabel,
  edit: editImages,
};

/** The images that are sent: removing one leads back to the others, adding one leads back to the sheet. */
export async function editImages(state: SheetState): Promise<Edited> {
  let { draft } = state;
  for (;;) {
    const answer = await askImages(draft);
    if (answer) draft = await withAnswer(draft, answer);
    const goesOn = answer?.kind === 'remove' || answer?.kind === 'removeAddress';
    if (!goesOn || !sheetRequest({ ...state, draft }).image_urls) return draft === state.draft ? {} : { draft };
  }
}

async function withAnswer(draft: Draft, answer: ImagesAnswer): Promise<Draft> {
  switch (answer.kind) {
    case 'add':
      return addImages(draft, await Promise.all(answer.files.map(imageFromFile))).draft;
    case 'addAddress':
      return withImageAddress(draft, answer.address);
    case 'remove':
      return withoutImage(draft, answer.image);
    case 'removeAddress':
      return withoutImageAddress(draft, answer.index);
  }
}
