import * as vscode from 'vscode';
import { visibleText } from '../text';

/**
 * Lines of text as Markdown paragraphs without markup, links or icons, in which every character is visible.
 * `MarkdownString.appendText` would make every space a non-breaking one, and long lines couldn't wrap.
 */
export function plainMarkdown(paragraphs: readonly (string | undefined)[]): vscode.MarkdownString {
  const lines = paragraphs.flatMap((text) => (text ? visibleText(text).replace(/[!-/:-@[-`{-~]/g, '\\$&') : []));
  return new vscode.MarkdownString(lines.join('\n\n'));
}
