import * as vscode from 'vscode';
import { imagesOf, type Draft, type DraftImage } from '../draft';
import {
  addressesOf,
  addressRefusal,
  isDataUri,
  imageReference,
  withImageAddress,
  withoutImage,
  withoutImageAddress,
  type ImageResult,
} from '../images';
import { withoutUserInfo } from '../../base/secretShapes';
import { formatBytes } from '../../base/vscode/units';
import { untilClosed } from '../../base/vscode/untilClosed';
import { chooseImageFiles, addressRefusalMessage, imageLimitLabel, imageFromFile, addImages } from './imageMessages';
import { plainLabel } from '../../base/text';
import { requestFieldTitle } from '../../service/vscode/errors/fieldLabels';
import type { DraftDocument, DraftPorts } from '../draftStore';
import { activeDraft } from './draftCommands';

/** The user's choice for the images of a draft. */
export type ImagesAnswer =
  | { readonly kind: 'add'; readonly files: readonly vscode.Uri[] }
  | { readonly kind: 'addAddress'; readonly address: string }
  | { readonly kind: 'remove'; readonly image: DraftImage }
  | { readonly kind: 'removeAddress'; readonly index: number };

type RowAction =
  | { readonly kind: 'askFiles' }
  | { readonly kind: 'askAddress' }
  | Extract<ImagesAnswer, { readonly kind: 'remove' | 'removeAddress' }>;

interface ImageRow extends vscode.QuickPickItem {
  readonly action?: RowAction;
}

/** Shows the images that are sent, to add or remove some; `undefined` if the user only looked. */
export async function askImages(draft: Draft): Promise<ImagesAnswer | undefined> {
  for (;;) {
    const action = await pickRow(rowsOf(draft));
    if (action?.kind === 'askFiles') {
      const files = await chooseImageFiles();
      if (files.length > 0) return { kind: 'add', files };
    } else if (action?.kind === 'askAddress') {
      const address = await askAddress();
      if (address !== undefined) return { kind: 'addAddress', address };
    } else {
      return action;
    }
  }
}

function rowsOf(draft: Draft): readonly ImageRow[] {
  const addresses = addressesOf(draft).map((url, index) => imageRow(url, undefined, { kind: 'removeAddress', index }));
  const files = imagesOf(draft).map((image) => imageRow(image.url, image, { kind: 'remove', image }));
  const images = [...addresses, ...files];
  return [
    { label: vscode.l10n.t('$(add) Add Image Files...'), action: { kind: 'askFiles' } },
    { label: vscode.l10n.t('$(link) Add Image URL...'), action: { kind: 'askAddress' } },
    ...(images.length > 0
      ? [{ label: vscode.l10n.t('Select an image to remove it'), kind: vscode.QuickPickItemKind.Separator }]
      : []),
    ...images,
  ];
}

function imageRow(url: string, image: DraftImage | undefined, action: RowAction): ImageRow {
  const name = image?.name ?? (isDataUri(url) ? vscode.l10n.t('Unnamed image') : withoutUserInfo(url));
  const description = [
    ...(isDataUri(url) ? [formatBytes(url.length)] : []),
    ...(image?.inText ? [vscode.l10n.t('in the message')] : []),
  ].join(' · ');
  const remove = { iconPath: new vscode.ThemeIcon('trash'), tooltip: vscode.l10n.t('Remove') };
  return { label: `$(file-media) ${plainLabel(name)}`, description, buttons: [remove], action };
}

async function pickRow(rows: readonly ImageRow[]): Promise<RowAction | undefined> {
  const pick = vscode.window.createQuickPick<ImageRow>();
  pick.title = requestFieldTitle('image_urls');
  pick.placeholder = imageLimitLabel();
  pick.ignoreFocusOut = true;
  pick.items = rows;
  return untilClosed(pick, (settle) => {
    pick.onDidTriggerItemButton(({ item }) => settle(item.action));
    pick.onDidAccept(() => settle(pick.activeItems[0]?.action));
  });
}

async function askAddress(): Promise<string | undefined> {
  const typed = await vscode.window.showInputBox({
    title: vscode.l10n.t('Image URL'),
    prompt: vscode.l10n.t('The service, or the model it uses, fetches the image from this URL.'),
    placeHolder: 'https://example.com/image.png',
    ignoreFocusOut: true,
    validateInput: (text) => {
      const refusal = addressRefusal(text.trim());
      return refusal && addressRefusalMessage(refusal);
    },
  });
  return typed?.trim();
}

/** The command `attachImages`: adds and removes the images of a message. Files are referred to at the cursor. */
export async function attachImages(ports: DraftPorts, given?: unknown): Promise<void> {
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
