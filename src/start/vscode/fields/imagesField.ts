import type { Uri } from 'vscode';
import type { DraftEdit } from '../../../draft/draft';
import { addImages, imageFromFile, imagesLabel } from '../../../draft/vscode/imageMessages';
import { askImages } from '../../../draft/vscode/askImages';
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
    edits.push('files' in answer ? await adding(answer.files) : answer.edit);
    const goesOn = 'removes' in answer;
    if (!goesOn || !sheetRequest({ ...state, draft: edit(state.draft) }).image_urls) return { edit };
  }
}

async function adding(files: readonly Uri[]): Promise<DraftEdit> {
  const images = await Promise.all(files.map(imageFromFile));
  return (draft) => addImages(draft, images).draft;
}
