import * as vscode from 'vscode';
import { visibleText } from '../common/text';

/**
 * Lines of text as Markdown paragraphs in which nothing is markup, a link or an icon, and nothing goes unseen.
 * `MarkdownString.appendText` would make every space a hard one, and long lines could not wrap.
 */
export function plainMarkdown(paragraphs: readonly (string | undefined)[]): vscode.MarkdownString {
  const lines = paragraphs
    .filter((text) => text !== undefined && text !== '')
    .map((text) => escapeMarkdown(text ?? ''));
  return new vscode.MarkdownString(lines.join('\n\n'));
}

function escapeMarkdown(text: string): string {
  return visibleText(text).replace(/[!-/:-@[-`{-~]/g, '\\$&');
}
