import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { inform } from '../../base/vscode/notify';
import { ExplainedError } from '../../base/vscode/explanation';
import { outsideLinkError, regularFileSize } from '../../base/vscode/smallFile';
import { formatBytes } from '../../base/vscode/units';
import type { Draft, DraftImage } from '../draft';
import {
  imageBytes,
  imageFrom,
  isDataUri,
  maxAllImagesBytes,
  maxImageBytes,
  sizeRefusal,
  withImage,
  type AddressRefusal,
  type ImageRefusal,
} from '../images';
import { noDefaults, requestOf } from '../request';

export function imageRefusalMessage(refusal: ImageRefusal): string {
  switch (refusal.kind) {
    case 'notAnImage':
      return l10n.t('"{0}" wasn\'t added: it isn\'t a PNG, JPEG, GIF, or WebP image.', refusal.name);
    case 'tooLarge':
      return l10n.t(
        '"{0}" wasn\'t added: it takes up {1} of the request, and models reject images over {2}.',
        refusal.name,
        formatBytes(refusal.bytes),
        formatBytes(maxImageBytes),
      );
    case 'allTooLarge':
      return l10n.t(
        '"{0}" wasn\'t added: the images of this conversation would total {1}, more than the {2} that can be sent.',
        refusal.name,
        formatBytes(refusal.bytes),
        formatBytes(maxAllImagesBytes),
      );
    case 'outside':
      return outsideLinkError(refusal.name).message;
    case 'unreadable':
      return l10n.t('"{0}" wasn\'t added: it can\'t be read.', refusal.name);
  }
}

export function addressRefusalMessage(reason: AddressRefusal): string {
  switch (reason) {
    case 'notAnAddress':
      return l10n.t('Enter a valid URL, such as https://example.com/image.png.');
    case 'scheme':
      return l10n.t('Only http:// and https:// URLs can be sent. Add a local image as a file.');
    case 'credentials':
      return l10n.t("URLs with a username or password aren't sent, because they can't be used to fetch the image.");
  }
}

/** "2 · 340 kB", "1 by URL", "3 · 340 kB · 1 by URL". */
export function imagesLabel(urls: readonly string[]): string {
  const count = urls.some(isDataUri) ? [String(urls.length)] : [];
  return [...count, ...imageSizes(urls)].join(' · ');
}

/** "2 images · 340 kB", "1 image · 1 by URL"; `undefined` if none is sent. */
export function imagesLine(draft: Draft): string | undefined {
  const { image_urls: urls = [] } = requestOf(draft, noDefaults);
  if (urls.length === 0) return undefined;
  const count = urls.length === 1 ? l10n.t('1 image') : l10n.t('{0} images', urls.length);
  return [count, ...imageSizes(urls)].join(' · ');
}

/** The size of an image given by URL is unknown. */
function imageSizes(urls: readonly string[]): readonly string[] {
  const addresses = urls.filter((url) => !isDataUri(url)).length;
  return [
    ...(addresses < urls.length ? [formatBytes(imageBytes(urls))] : []),
    ...(addresses > 0
      ? [l10n.t({ message: '{0} by URL', args: [addresses], comment: '{0} is a number of images' })]
      : []),
  ];
}

export function imageLimitLabel(): string {
  return l10n.t({
    message: 'Up to {0} per image, {1} in total',
    args: [formatBytes(maxImageBytes), formatBytes(maxAllImagesBytes)],
    comment: 'The most that is sent, as "5 MB" and "20 MB"',
  });
}

/** The image in a file, or the reason why it can't be sent. A file that is too large isn't read. */
export async function imageFromFile(uri: vscode.Uri): Promise<DraftImage | ImageRefusal> {
  const name = uri.path.split('/').at(-1) ?? '';
  try {
    const refusal = sizeRefusal(name, await regularFileSize(uri));
    return refusal ?? imageFrom(name, await vscode.workspace.fs.readFile(uri));
  } catch (error) {
    return { kind: error instanceof ExplainedError ? 'outside' : 'unreadable', name };
  }
}

/** Adds the valid images to a draft, each with a unique name, and tells the user why the others were rejected. */
export function addImages(
  initial: Draft,
  results: readonly (DraftImage | ImageRefusal)[],
  extra?: Pick<DraftImage, 'inText'>,
): { readonly draft: Draft; readonly images: readonly DraftImage[] } {
  let draft = initial;
  const images: DraftImage[] = [];
  const refusals: ImageRefusal[] = [];
  for (const result of results) {
    const added = 'kind' in result ? result : withImage(draft, { ...result, ...extra });
    if ('kind' in added) {
      refusals.push(added);
    } else {
      ({ draft } = added);
      images.push(added.image);
    }
  }
  if (refusals.length > 0) inform(vscode.window.showErrorMessage, refusals.map(imageRefusalMessage).join(' '));
  return { draft, images };
}
