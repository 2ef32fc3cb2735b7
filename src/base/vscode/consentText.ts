import { l10n } from 'vscode';
import { readableText } from '../readableText';

/**
 * Text from outside as rows, wherever the user agrees to it, see {@link readableText}.
 * @param width of a row; by default, that of a dialog
 */
export function consentText(text: string, width?: number): readonly string[] {
  return readableText(text, (blanks) => l10n.t('({0} blank characters)', blanks), width);
}
