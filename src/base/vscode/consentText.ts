import { l10n } from 'vscode';
import { readableText } from '../readableText';

/**
 * {@link readableText} for a question in which the user agrees to text from outside.
 * @param width maximum width of a row; by default, that of a dialog
 */
export function consentText(text: string, width?: number): readonly string[] {
  return readableText(text, (blanks) => l10n.t('({0} blank characters)', blanks), width);
}
