import * as vscode from 'vscode';
import { imagesOf, type Draft, type DraftImage } from '../common/draft';
import { addressesOf, addressRefusal, isDataUri } from '../common/images';
import { withoutUserInfo } from '../../base/common/secretShapes';
import { formatBytes } from '../../base/vscode/units';
import { untilClosed } from '../../base/vscode/untilClosed';
import { chooseImageFiles } from './addImages';
import { addressRefusalMessage, imageLimitLabel } from './imageMessages';
import { plainLabel } from '../../base/common/text';
import { requestFieldTitle } from '../../service/vscode/errors/fieldLabels';

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
  pick.placeholder = vscode.l10n.t('{0}. To paste from the clipboard, use the message editor.', imageLimitLabel());
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
