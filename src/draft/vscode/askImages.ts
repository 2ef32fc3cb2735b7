import * as vscode from 'vscode';
import { showInputBox, showQuickPick } from '../../base/vscode/quickInputs';
import { imagesOf, type Draft, type DraftEdit, type DraftImage } from '../draft';
import {
  addressesOf,
  addressRefusal,
  imageEndings,
  imageReference,
  type ImageRefusal,
  isDataUri,
  withImageAddress,
  withoutImage,
  withoutImageAddress,
} from '../images';
import { withoutUserInfo } from '../../base/secretShapes';
import { formatBytes } from '../../base/vscode/units';
import { addressRefusalMessage, imageLimitLabel, imageFromFile, addImages } from './imageMessages';
import { plainLabel } from '../../base/text';
import { requestFieldTitle } from '../../service/vscode/errors/fieldLabels';
import type { Drafts } from '../drafts';
import type { DraftPorts } from './draftPorts';
import { editText, untilAccepted } from './draftTexts';
import { activeDraft } from './draftCommands';

type ImagesAnswer = { readonly files: readonly vscode.Uri[] } | { readonly edit: DraftEdit; readonly removes?: true };

interface ImageRow extends vscode.QuickPickItem {
  readonly answer?: () => Promise<ImagesAnswer | undefined>;
}

/** Shows the images that are sent, to add or remove some; `undefined` if the user only looked. */
export async function askImages(draft: Draft): Promise<ImagesAnswer | undefined> {
  for (;;) {
    const options = {
      title: requestFieldTitle('image_urls'),
      placeHolder: imageLimitLabel(),
      ignoreFocusOut: true,
    };
    const row = await showQuickPick(rowsOf(draft), options, typedRow);
    if (!row?.answer) return undefined;
    const answer = await row.answer();
    if (answer) return answer;
  }
}

function rowsOf(draft: Draft): readonly ImageRow[] {
  const addresses = addressesOf(draft).map((url) => imageRow(url, undefined, (now) => withoutImageAddress(now, url)));
  const files = imagesOf(draft).map((image) => imageRow(image.url, image, (now) => withoutImage(now, image)));
  const removal = { label: vscode.l10n.t('Select an image to remove it'), kind: vscode.QuickPickItemKind.Separator };
  const images = [...addresses, ...files];
  return [
    { iconPath: new vscode.ThemeIcon('add'), label: vscode.l10n.t('Add Image Files...'), answer: askFiles },
    { iconPath: new vscode.ThemeIcon('link'), label: vscode.l10n.t('Add Image URL...'), answer: askAddress },
    ...(images.length > 0 ? [removal, ...images] : []),
  ];
}

function imageRow(url: string, image: DraftImage | undefined, edit: DraftEdit): ImageRow {
  const name = image?.name ?? (isDataUri(url) ? vscode.l10n.t('Unnamed image') : withoutUserInfo(url));
  const description = [
    ...(isDataUri(url) ? [formatBytes(url.length)] : []),
    ...(image?.inText ? [vscode.l10n.t('in the message')] : []),
  ].join(' · ');
  return {
    iconPath: new vscode.ThemeIcon('file-media'),
    label: plainLabel(name),
    description,
    answer: () => Promise.resolve({ edit, removes: true }),
  };
}

function typedRow(text: string): ImageRow {
  const refusal = addressRefusal(text);
  return refusal
    ? {
        iconPath: new vscode.ThemeIcon('error'),
        label: addressRefusalMessage(refusal),
        answer: () => Promise.resolve(undefined),
      }
    : {
        iconPath: new vscode.ThemeIcon('link'),
        label: vscode.l10n.t('Add "{0}"', plainLabel(text)),
        answer: () => Promise.resolve(adding(text)),
      };
}

function adding(address: string): ImagesAnswer {
  return { edit: (draft) => withImageAddress(draft, address.trim()) };
}

async function askFiles(): Promise<ImagesAnswer | undefined> {
  const files = await vscode.window.showOpenDialog({
    canSelectMany: true,
    title: vscode.l10n.t('Add Image Files'),
    openLabel: vscode.l10n.t('Add'),
    filters: { [vscode.l10n.t('Images')]: [...imageEndings] },
  });
  return files && { files };
}

async function askAddress(): Promise<ImagesAnswer | undefined> {
  const typed = await showInputBox({
    title: vscode.l10n.t('Image URL'),
    prompt: vscode.l10n.t('The service, or the model it uses, fetches the image from this URL.'),
    placeHolder: 'https://example.com/image.png',
    validateInput: (text) => {
      const refusal = addressRefusal(text.trim());
      return refusal && addressRefusalMessage(refusal);
    },
  });
  return typed === undefined ? undefined : adding(typed);
}

/** The command `attachImages`: adds and removes the images of a message. Files are referred to at the cursor. */
export async function attachImages(ports: DraftPorts, given?: unknown): Promise<void> {
  const { id, path, draft } = await activeDraft(given, ports);
  // An open sheet on the same draft wouldn't know of the images added here.
  ports.openSheet.clear();
  const answer = await askImages(draft);
  if (!answer) return;
  const drafts = await ports.drafts();
  if ('files' in answer) {
    await insert(await addToDocument(id, drafts, await Promise.all(answer.files.map(imageFromFile))), path);
    return;
  }
  const changed = await drafts.change(id, answer.edit);
  // An image that the text refers to is removed from the text, so that undoing restores it.
  await editText(path, (body) => answer.edit({ ...changed, body }).body ?? '');
}

async function insert(images: readonly DraftImage[], path: string): Promise<void> {
  if (images.length === 0) return;
  const text = images.map(({ name }) => imageReference(name)).join('\n');
  const editor = await vscode.window.showTextDocument(vscode.Uri.file(path), { preview: false });
  await untilAccepted(() =>
    editor.edit((builder) => editor.selections.forEach((selection) => builder.replace(selection, text))),
  );
}

/** Adds images to the draft of a document, which are sent as long as its text refers to them. Rejections are shown. */
export async function addToDocument(
  id: string,
  drafts: Drafts,
  results: readonly (DraftImage | ImageRefusal)[],
): Promise<readonly DraftImage[]> {
  const images: DraftImage[] = [];
  await drafts.change(id, (draft) => {
    const added = addImages(draft, results, { inText: true });
    images.push(...added.images);
    return added.draft;
  });
  return images;
}
