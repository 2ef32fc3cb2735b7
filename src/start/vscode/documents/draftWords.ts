import { l10n } from 'vscode';
import { imagesOf, messageOf, type Draft } from '../../../draft/common/draft';
import { imageBytes } from '../../../draft/common/images';
import { formatBytes, formatTextSize } from '../../../base/vscode/units';
import { firstLine } from '../sheet/fieldValueWords';

/** "Fix the parser · 2.1 kB": a message by its first line. */
export function messageWords(draft: Draft): string {
  const message = messageOf(draft);
  return message.trim() === '' ? l10n.t('Empty message') : `${firstLine(message)} · ${formatTextSize(message)}`;
}

/** "2 images · 340 kB"; `undefined` when none goes along. */
export function imagesLine(draft: Draft): string | undefined {
  const urls = imagesOf(draft).map(({ url }) => url);
  if (urls.length === 0) return undefined;
  const count = urls.length === 1 ? l10n.t('1 image') : l10n.t('{0} images', urls.length);
  return `${count} · ${formatBytes(imageBytes(urls))}`;
}
