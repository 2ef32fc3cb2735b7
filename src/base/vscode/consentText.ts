import { l10n } from 'vscode';
import { readableText } from '../readableText';

/**
 * Foreign text in the rows that are shown, and counted, wherever the user agrees to it.
 * @param width of a row; by default, that of a dialog
 */
export function consentText(text: string, width?: number): readonly string[] {
  return readableText(text, (blanks) => l10n.t('({0} blank characters)', blanks), width);
}
