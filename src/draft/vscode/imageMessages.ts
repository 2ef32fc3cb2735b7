import { l10n } from 'vscode';
import {
  imageBytes,
  isDataUri,
  maxAllImagesBytes,
  maxImageBytes,
  type AddressRefusal,
  type ImageRefusal,
} from '../common/images';
import type { NoImageType } from '../common/imageFormats';
import { formatBytes } from '../../base/vscode/units';

/** Why an image does not go along, in a sentence that is fit to show. */
export function imageRefusalMessage(refusal: ImageRefusal): string {
  switch (refusal.kind) {
    case 'notAnImage':
      return `${notImages[refusal.seems](refusal.name)} ${l10n.t('PNG, JPEG, GIF and WebP images can be sent.')}`;
    case 'tooLarge':
      return l10n.t(
        '"{0}" was not added: it takes {1} of the request, and models refuse images over {2}.',
        refusal.name,
        formatBytes(refusal.bytes),
        formatBytes(maxImageBytes),
      );
    case 'allTooLarge':
      return l10n.t(
        '"{0}" was not added: with it, the images of this conversation would take {1}, more than the {2} that can be sent.',
        refusal.name,
        formatBytes(refusal.bytes),
        formatBytes(maxAllImagesBytes),
      );
    case 'unreadable':
      return l10n.t('"{0}" was not added: it cannot be read.', refusal.name);
    case 'badAddress':
      return addressRefusalMessage(refusal.reason);
  }
}

export function addressRefusalMessage(reason: AddressRefusal): string {
  switch (reason) {
    case 'empty':
      return l10n.t('Type the address of an image.');
    case 'notAnAddress':
      return l10n.t('This is not an address like https://example.com/image.png.');
    case 'scheme':
      return l10n.t('Only http:// and https:// addresses can be sent. A file of this machine is added as a file.');
    case 'credentials':
      return l10n.t(
        'An address with a user name or a password in it is not sent: who fetches the image cannot use them.',
      );
  }
}

/** "2 · 340 kB", "1 by address", "3 · 340 kB · 1 by address": an address has no size here. */
export function imagesLabel(urls: readonly string[]): string {
  const addresses = urls.filter((url) => !isDataUri(url)).length;
  return [
    ...(addresses < urls.length ? [String(urls.length), formatBytes(imageBytes(urls))] : []),
    ...(addresses > 0
      ? [l10n.t({ message: '{0} by address', args: [addresses], comment: '{0} is a number of images' })]
      : []),
  ].join(' · ');
}

/** "5 MB an image, 20 MB together" */
export function imageLimitLabel(): string {
  return l10n.t({
    message: '{0} an image, {1} together',
    args: [formatBytes(maxImageBytes), formatBytes(maxAllImagesBytes)],
    comment: 'The most that is sent, as "5 MB" and "20 MB"',
  });
}

/** What a file is that is no image, with its name. */
const notImages = {
  empty: (name) => l10n.t('"{0}" was not added: it is empty.', name),
  svg: (name) => l10n.t('"{0}" was not added: it is an SVG drawing, which models cannot see.', name),
  bmp: (name) => l10n.t('"{0}" was not added: it is a BMP image, which models cannot see.', name),
  tiff: (name) => l10n.t('"{0}" was not added: it is a TIFF image, which models cannot see.', name),
  heic: (name) => l10n.t('"{0}" was not added: it is a HEIC image, which models cannot see.', name),
  avif: (name) => l10n.t('"{0}" was not added: it is an AVIF image, which models cannot see.', name),
  icon: (name) => l10n.t('"{0}" was not added: it is an icon file, which models cannot see.', name),
  pdf: (name) => l10n.t('"{0}" was not added: it is a PDF document.', name),
  zip: (name) => l10n.t('"{0}" was not added: it is an archive or an office document.', name),
  video: (name) => l10n.t('"{0}" was not added: it is a video.', name),
  text: (name) => l10n.t('"{0}" was not added: it is a text file.', name),
  unknown: (name) => l10n.t('"{0}" was not added: it is not an image that is known here.', name),
} satisfies Record<NoImageType, (name: string) => string>;
