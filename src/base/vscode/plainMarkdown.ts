import * as vscode from 'vscode';
import { visibleText } from '../text';

/**
 * Text from outside as Markdown paragraphs without markup, links or icons, in which every character is visible. Not with
 * `MarkdownString.appendText`, which makes all spaces non-breaking, so that long lines can't wrap.
 */
export function plainMarkdown(paragraphs: readonly (string | undefined)[]): vscode.MarkdownString {
  const lines = paragraphs.flatMap((text) => (text ? visibleText(text).replace(/[!-/:-@[-`{-~]/g, '\\$&') : []));
  return new vscode.MarkdownString(lines.join('\n\n'));
}
