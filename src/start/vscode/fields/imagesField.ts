import type { DraftEdit } from '../../../draft/draft';
import { withImageAddress, withoutImage, withoutImageAddress } from '../../../draft/images';
import { addImages, imageFromFile, imagesLabel } from '../../../draft/vscode/imageMessages';
import { askImages, type ImagesAnswer } from '../../../draft/vscode/askImages';
import { sheetRequest, type Edited, type SheetState, type FieldOnSheet } from '../sheet/sheetState';

export const imagesField: FieldOnSheet<'image_urls'> = {
  icon: 'file-media',
  isSentByDefault: true,
  value: imagesLabel,
  edit: editImages,
};

/** The images that are sent: removing one leads back to the others, adding one leads back to the sheet. */
export async function editImages(state: SheetState): Promise<Edited> {
  const edits: DraftEdit[] = [];
  const edit: DraftEdit = (draft) => edits.reduce((edited, one) => one(edited), draft);
  for (;;) {
    const answer = await askImages(edit(state.draft));
    if (!answer) return edits.length === 0 ? {} : { edit };
    edits.push(await editOf(answer));
    const goesOn = answer.kind === 'remove' || answer.kind === 'removeAddress';
    if (!goesOn || !sheetRequest({ ...state, draft: edit(state.draft) }).image_urls) return { edit };
  }
}

async function editOf(answer: ImagesAnswer): Promise<DraftEdit> {
  switch (answer.kind) {
    case 'add': {
      const images = await Promise.all(answer.files.map(imageFromFile));
      return (draft) => addImages(draft, images).draft;
    }
    case 'addAddress':
      return (draft) => withImageAddress(draft, answer.address);
    case 'remove':
      return (draft) => withoutImage(draft, answer.image);
    case 'removeAddress':
      return (draft) => withoutImageAddress(draft, answer.index);
  }
}
