import { l10n } from 'vscode';
import { imagesOf, messageOf, type Draft } from '../../draft/common/draft';
import { imageBytes } from '../../draft/common/images';
import { formatBytes, formatLength } from '../../base/vscode/units';
import { firstLine } from '../../base/common/text';

/** Maximum length of a text's first line, in characters: leaves room for the rest of the row. */
const maxLine = 80;

/** The beginning of a text, on one line. */
export function beginning(text: string): string {
  return firstLine(text, maxLine) ?? '';
}

/** The defined texts, in one row. */
export function joined(...words: readonly (string | undefined)[]): string {
  return words.filter(Boolean).join(' · ');
}

/** "Fix the parser · 2,140 characters": a message by its first line. */
export function messageWords(draft: Draft): string {
  const message = messageOf(draft);
  return message.trim() === '' ? l10n.t('Empty message') : `${beginning(message)} · ${formatLength(message)}`;
}

/** "2 images · 340 kB"; `undefined` if none is sent. */
export function imagesLine(draft: Draft): string | undefined {
  const urls = imagesOf(draft).map(({ url }) => url);
  if (urls.length === 0) return undefined;
  const count = urls.length === 1 ? l10n.t('1 image') : l10n.t('{0} images', urls.length);
  return `${count} · ${formatBytes(imageBytes(urls))}`;
}
