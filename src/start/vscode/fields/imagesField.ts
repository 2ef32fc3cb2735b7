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
  const edits: Edit[] = [];
  const edit: Edit = (draft) => edits.reduce((edited, one) => one(edited), draft);
  for (;;) {
    const answer = await askImages(edit(state.draft));
    if (!answer) return edits.length === 0 ? {} : { edit };
    edits.push(await editOf(answer));
    const goesOn = answer.kind === 'remove' || answer.kind === 'removeAddress';
    if (!goesOn || !sheetRequest({ ...state, draft: edit(state.draft) }).image_urls) return { edit };
  }
}

type Edit = NonNullable<Edited['edit']>;

async function editOf(answer: ImagesAnswer): Promise<Edit> {
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
