import * as vscode from 'vscode';
import type { DraftImage } from '../../../draft/common/draft';
import {
  imageReference,
  withImageAddress,
  withoutImage,
  withoutImageAddress,
  type ImageResult,
} from '../../../draft/common/images';
import type { DraftDocument } from '../../../draft/common/drafts';
import { askImages } from '../../../draft/vscode/askImages';
import { imageFromFile } from '../../../draft/vscode/addImages';
import type { StartPorts } from '../startPorts';
import { activeDraft } from './draftCommands';
import { addImages } from '../../../draft/vscode/addImages';

/** The command `attachImages`: adds and removes the images of a message. Files are referred to at the cursor. */
export async function attachImages(ports: Pick<StartPorts, 'drafts' | 'openSheet'>, given?: unknown): Promise<void> {
  const document = await activeDraft(given, ports);
  // An open sheet on the same draft wouldn't know of the images added here.
  ports.openSheet.put(undefined);
  const answer = await askImages(await document.load());
  switch (answer?.kind) {
    case 'add':
      return insert(await addToDocument(document, await Promise.all(answer.files.map(imageFromFile))), document);
    case 'addAddress':
      document.save(withImageAddress(await document.load(), answer.address));
      return;
    case 'remove':
      return remove(answer.image, document);
    case 'removeAddress':
      document.save(withoutImageAddress(await document.load(), answer.index));
      return;
    case undefined:
      return;
  }
}

async function insert(images: readonly DraftImage[], { path }: DraftDocument): Promise<void> {
  if (images.length === 0) return;
  const text = images.map(({ name }) => imageReference(name)).join('\n');
  const editor = await vscode.window.showTextDocument(vscode.Uri.file(path), { preview: false });
  await editor.edit((builder) => editor.selections.forEach((selection) => builder.replace(selection, text)));
}

/** An image that the text refers to is removed with the text, so that undoing restores it. */
async function remove(image: DraftImage, document: DraftDocument): Promise<void> {
  const draft = await document.load();
  const without = withoutImage(draft, image);
  if (image.inText) await document.replaceText(draft.body ?? '', without.body ?? '');
  else document.save(without);
}

/** Adds images to the draft of a document, which are sent as long as its text refers to them. Rejections are shown. */
export async function addToDocument(
  draft: DraftDocument,
  results: readonly ImageResult[],
): Promise<readonly DraftImage[]> {
  const added = addImages(await draft.load(), results, { inText: true });
  if (added.images.length > 0) draft.save(added.draft);
  // Makes them available to a start or the next image.
  await draft.load();
  return added.images;
}
