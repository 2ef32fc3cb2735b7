import type * as vscode from 'vscode';
import type { ShownFile } from '../common/problemAttachment';

export function shownFile(document: vscode.TextDocument): ShownFile {
  const lines = Array.from({ length: document.lineCount }, (_, line) => document.lineAt(line).text);
  return { lines, languageId: document.languageId };
}
