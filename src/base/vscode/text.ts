import * as vscode from 'vscode';
import { readableText } from '../readableText';
import { visibleText } from '../text';

/**
 * Text from outside as Markdown paragraphs without markup, links or icons, in which every character is visible. Not with
 * `MarkdownString.appendText`, which makes all spaces non-breaking, so that long lines can't wrap.
 */
export function plainMarkdown(paragraphs: readonly (string | undefined)[]): vscode.MarkdownString {
  const lines = paragraphs.flatMap((text) => (text ? visibleText(text).replace(/[!-/:-@[-`{-~]/g, '\\$&') : []));
  return new vscode.MarkdownString(lines.join('\n\n'));
}

/**
 * {@link readableText} for a question in which the user agrees to text from outside.
 * @param width maximum width of a row; by default, that of a dialog
 */
export function consentText(text: string, width?: number): readonly string[] {
  return readableText(text, (blanks) => vscode.l10n.t('({0} blank characters)', blanks), width);
}
